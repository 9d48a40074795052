import type { Image } from '@ctdb/contracts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { useUpdateImage } from '@/features/registry/api/images';
import { ConflictNotice } from '@/features/registry/components/conflict-notice';
import { imageValues, type ImageValues } from '@/features/registry/model/image-values';
import { useImageTexts } from '@/features/registry/model/images';
import { useVersionedForm } from '@/features/registry/model/use-versioned-form';
import { useLanguage } from '@/i18n/language';
import { useDraft } from '@/lib/drafts';
import { contractResolver } from '@/lib/form';
import { toast } from '@/lib/toast';
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
  const imageTexts = useImageTexts();
  const form = useForm({
    resolver: contractResolver(imageValues),
    defaultValues: toValues(image),
  });
  const draft = useDraft(`image:${image.id}`, form);
  const update = useUpdateImage(diseaseId);

  const close = () => {
    draft.clear();
    onClose();
  };
  const { submit, conflict } = useVersionedForm({
    form,
    initialVersion: image.version,
    failed: t('edit.failed'),
    toValues,
    onDiscard: draft.clear,
    save: async (body, ifMatch) => {
      await update.mutateAsync({ params: { id: image.id }, body, ifMatch });
      toast.success(t('edit.done'));
      close();
    },
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {draft.restored && <Notice role="status">{t('common:state.draftKept')}</Notice>}
      {conflict && (
        <ConflictNotice
          {...conflict}
          serverValues={[
            {
              lang: language,
              text: `${imageTexts(conflict.values).alt} (${t(`type.${conflict.values.type}`)})`,
            },
          ]}
        />
      )}
      <ImageFields form={form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={update.isPending}>
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
