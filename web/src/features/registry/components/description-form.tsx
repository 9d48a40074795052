import type { TreatmentDetail } from '@ctdb/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { useErrorMessages } from '@/i18n/error-messages';
import { paramsOf } from '@/lib/api';
import { useDraft } from '@/lib/drafts';
import { contractResolver } from '@/lib/form';
import { toast } from '@/lib/toast';
import { useUpdateTreatment } from '../api/treatment';
import { descriptionValues, type DescriptionValues, toBody } from '../model/description-values';
import { ConflictNotice } from './conflict-notice';
import { DescriptionFields } from './description-fields';

interface DescriptionFormProps {
  treatment: TreatmentDetail;
  onClose: () => void;
}

interface Theirs {
  version: number;
  descriptionEn: string;
  descriptionKn: string;
}

const theirsOf = (error: unknown): Theirs | undefined => {
  const current = paramsOf(error, 'VERSION_CONFLICT')?.current;
  if (!current) return undefined;
  return {
    version: current.version,
    descriptionEn: String(current['descriptionEn'] ?? ''),
    descriptionKn: String(current['descriptionKn'] ?? ''),
  };
};

/** Changes the descriptions in place. */
export function DescriptionForm({ treatment, onClose }: DescriptionFormProps) {
  const { t } = useTranslation(['registry', 'common']);
  const { errorText } = useErrorMessages();
  const form = useForm({
    resolver: contractResolver(descriptionValues),
    defaultValues: {
      descriptionEn: treatment.descriptionEn,
      descriptionKn: treatment.descriptionKn,
      machineTranslatedBy: treatment.translation.needsReview
        ? (treatment.translation.engine ?? '')
        : '',
    },
  });
  const draft = useDraft(`treatment:${treatment.id}`, form);
  const update = useUpdateTreatment(treatment.diseaseId);
  const [theirs, setTheirs] = useState<Theirs>();
  // The version at the start of editing; later reloads do not change it.
  const [version, setVersion] = useState(treatment.version);

  const close = () => {
    draft.clear();
    onClose();
  };
  const save = async (values: DescriptionValues, ifMatch: number) => {
    try {
      await update.mutateAsync({ id: treatment.id, body: toBody(values), version: ifMatch });
      toast.success(t('registry:treatment.saved'));
      close();
    } catch (error) {
      setTheirs(theirsOf(error));
      toast.error(t('registry:treatment.updateFailed'), { description: errorText(error) });
    }
  };
  const overwrite = () => {
    if (!theirs) return;
    setVersion(theirs.version);
    void form.handleSubmit((values) => save(values, theirs.version))();
  };
  const takeTheirs = () => {
    if (!theirs) return;
    const { version: newest, ...texts } = theirs;
    form.reset({ ...texts, machineTranslatedBy: '' });
    setVersion(newest);
    setTheirs(undefined);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((values) => save(values, version))(event)}
      className="flex flex-col gap-6"
    >
      {theirs && (
        <ConflictNotice
          theirs={[
            { lang: 'en', text: theirs.descriptionEn },
            { lang: 'kn', text: theirs.descriptionKn },
          ]}
          onOverwrite={overwrite}
          onTakeTheirs={takeTheirs}
        />
      )}
      <DescriptionFields form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" pending={update.isPending}>
          {t(update.isPending ? 'common:action.saving' : 'common:action.save')}
        </Button>
        <Button onClick={close}>{t('common:action.cancel')}</Button>
      </div>
    </form>
  );
}
