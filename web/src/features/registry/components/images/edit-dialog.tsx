import type { Image } from '@ctdb/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { useUpdateImage } from '@/features/registry/api/images';
import { ConflictNotice } from '@/features/registry/components/conflict-notice';
import { imageValues, type ImageValues } from '@/features/registry/model/image-values';
import { imageAltText } from '@/features/registry/model/images';
import { useErrorMessages } from '@/i18n/error-messages';
import { useLanguage } from '@/i18n/language';
import { paramsOf } from '@/lib/api';
import { useDraft } from '@/lib/drafts';
import { contractResolver, showServerErrors } from '@/lib/form';
import { toast } from '@/lib/toast';
import { ImageFields } from './image-fields';

type Theirs = ImageValues & { version: number };

const theirsOf = (error: unknown): Theirs | undefined => {
  const current = paramsOf(error, 'VERSION_CONFLICT')?.current;
  if (!current) return undefined;
  return {
    version: current.version,
    type: current['type'] === 'disease_photo' ? 'disease_photo' : 'treatment_area',
    title: String(current['title'] ?? ''),
    description: String(current['description'] ?? ''),
  };
};

interface EditFormProps {
  image: Image;
  diseaseId: string;
  onClose: () => void;
}

function EditForm({ image, diseaseId, onClose }: EditFormProps) {
  const { t } = useTranslation(['images', 'common', 'forms', 'faults']);
  const { errorText } = useErrorMessages();
  const language = useLanguage();
  const { type, title, description } = image;
  const form = useForm({
    resolver: contractResolver(imageValues),
    defaultValues: { type, title, description },
  });
  const draft = useDraft(`image:${image.id}`, form);
  const update = useUpdateImage(diseaseId);
  const [theirs, setTheirs] = useState<Theirs>();
  // The version at the start of editing; later reloads do not change it.
  const [version, setVersion] = useState(image.version);

  const close = () => {
    draft.clear();
    onClose();
  };
  const save = async (body: ImageValues, seen: number) => {
    try {
      await update.mutateAsync({ id: image.id, body, version: seen });
      toast.success(t('edit.done'));
      close();
    } catch (error) {
      if (showServerErrors(form, error)) return;
      setTheirs(theirsOf(error));
      toast.error(t('edit.failed'), { description: errorText(error) });
    }
  };
  const overwrite = () => {
    if (!theirs) return;
    setVersion(theirs.version);
    void form.handleSubmit((values) => save(values, theirs.version))();
  };
  const takeTheirs = () => {
    if (!theirs) return;
    const { version: newest, ...values } = theirs;
    form.reset(values);
    setVersion(newest);
    setTheirs(undefined);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((values) => save(values, version))(event)}
      className="flex flex-col gap-4"
    >
      {draft.restored && <Notice role="status">{t('common:state.draftKept')}</Notice>}
      {theirs && (
        <ConflictNotice
          theirs={[
            { lang: language, text: `${imageAltText(theirs)} (${t(`type.${theirs.type}`)})` },
          ]}
          onOverwrite={overwrite}
          onTakeTheirs={takeTheirs}
        />
      )}
      <ImageFields form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" pending={update.isPending}>
          {t(update.isPending ? 'common:action.saving' : 'common:action.save')}
        </Button>
        <Button onClick={close}>{t('common:action.cancel')}</Button>
      </div>
    </form>
  );
}

/** Changes title, type and description of an image. */
export default function EditDialog({ open, ...given }: EditFormProps & { open: boolean }) {
  const { t } = useTranslation('images');
  return (
    <Dialog open={open} onOpenChange={(next) => !next && given.onClose()} title={t('edit.title')}>
      <EditForm {...given} />
    </Dialog>
  );
}
