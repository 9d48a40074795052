import type { Image } from '@ctdb/contracts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '@/components/conflict-notice';
import { Dialog } from '@/components/ui/dialog';
import { FormActions } from '@/components/ui/form-actions';
import { Notice } from '@/components/ui/notice';
import { useUpdateImage } from '@/features/registry/api/images';
import { imageValues, type ImageValues } from '@/features/registry/model/image-values';
import { type Language, useLanguage } from '@/lib/language';
import { useDraft } from '@/lib/drafts';
import { contractResolver } from '@/lib/form';
import { toast } from '@/lib/toast';
import { useVersionedForm } from '@/lib/use-versioned-form';
import { ImageFields } from './image-fields';

const toValues = (saved: Readonly<Record<string, unknown>>): ImageValues => ({
  type: saved.type === 'disease_photo' ? saved.type : 'treatment_area',
  title: String(saved.title ?? ''),
  titleKn: String(saved.titleKn ?? ''),
  description: String(saved.description ?? ''),
  descriptionKn: String(saved.descriptionKn ?? ''),
});

interface EditFormProps {
  image: Image;
  diseaseId: string;
  onClose: () => void;
}

function EditForm({ image, diseaseId, onClose }: EditFormProps) {
  const { t } = useTranslation(['images', 'common', 'forms', 'faults']);
  const language = useLanguage();
  const form = useForm({
    resolver: contractResolver(imageValues),
    defaultValues: toValues(image),
  });
  const draft = useDraft(`image:${image.id}`, form, image.version);
  const update = useUpdateImage(diseaseId);

  const close = () => {
    draft.clear();
    onClose();
  };
  const { submit, conflict } = useVersionedForm({
    form,
    draft,
    failed: t('edit.failed'),
    toValues,
    save: async (body, ifMatch) => {
      await update.mutateAsync({ params: { id: image.id }, body, ifMatch });
      toast.success(t('edit.done'));
      close();
    },
  });
  /** Returns the texts that another person saved in one language; with the type in the reader's. */
  const savedText = (lang: Language, names: readonly (keyof ImageValues)[]) => {
    const texts = names.map((name) => conflict?.values[name]);
    if (lang === language && conflict) texts.push(t(`type.${conflict.values.type}`));
    return { lang, text: texts.filter(Boolean).join('\n') };
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {draft.restored && <Notice role="status">{t('common:state.draftKept')}</Notice>}
      {conflict && (
        <ConflictNotice
          {...conflict}
          serverValues={[
            savedText('en', ['title', 'description']),
            savedText('kn', ['titleKn', 'descriptionKn']),
          ]}
        />
      )}
      <ImageFields form={form} />
      <FormActions isSaving={update.isPending} onCancel={close} />
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
