import type { TreatmentDetail } from '@ctdb/contracts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '@/components/conflict-notice';
import { FormActions } from '@/components/ui/form-actions';
import { useDraft } from '@/lib/drafts';
import { contractResolver } from '@/lib/form';
import { toast } from '@/lib/toast';
import { useVersionedForm } from '@/lib/use-versioned-form';
import { useUpdateTreatment } from '@/features/registry/api/change-treatment';
import { descriptionValues, toBody } from '@/features/registry/model/description-values';
import { DescriptionFields } from './description-fields';

interface DescriptionFormProps {
  treatment: TreatmentDetail;
  onClose: () => void;
}

const toValues = ({ descriptionEn, descriptionKn }: Readonly<Record<string, unknown>>) => ({
  descriptionEn: String(descriptionEn ?? ''),
  descriptionKn: String(descriptionKn ?? ''),
  machineTranslatedBy: '',
});

/** Changes the descriptions in place. */
export function DescriptionForm({ treatment, onClose }: DescriptionFormProps) {
  const { t } = useTranslation(['forms', 'common']);
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
  const draft = useDraft(`treatment:${treatment.id}`, form, treatment.version);
  const update = useUpdateTreatment(treatment.diseaseId);

  const close = () => {
    draft.clear();
    onClose();
  };
  const { submit, conflict } = useVersionedForm({
    form,
    draft,
    failed: t('forms:treatment.updateFailed'),
    toValues,
    save: async (values, ifMatch) => {
      await update.mutateAsync({ params: { id: treatment.id }, body: toBody(values), ifMatch });
      toast.success(t('forms:treatment.saved'));
      close();
    },
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      {conflict && (
        <ConflictNotice
          {...conflict}
          serverValues={[
            { lang: 'en', text: conflict.values.descriptionEn },
            { lang: 'kn', text: conflict.values.descriptionKn },
          ]}
        />
      )}
      <DescriptionFields form={form} />
      <FormActions isSaving={update.isPending} onCancel={close} />
    </form>
  );
}
