import { type Image, image as imageSchema } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/ui/dialog';
import { useTreatmentMutation } from '@/features/registry/api/changes';
import { RecordForm, useRecordForm } from '@/components/record-form';
import { routes } from '@/lib/api';
import { useLanguage } from '@/lib/language';
import { toast } from '@/lib/toast';
import { ImageFields, imageValues } from './image-fields';

const saved = imageSchema.pick({
  type: true,
  title: true,
  titleKn: true,
  description: true,
  descriptionKn: true,
});

interface EditFormProps {
  image: Image;
  onClose: () => void;
}

function EditForm({ image, onClose }: EditFormProps) {
  const { t } = useTranslation(['images', 'forms', 'faults']);
  const language = useLanguage();
  const update = useTreatmentMutation(routes.updateImage);
  const record = useRecordForm({
    schema: imageValues,
    values: saved.parse(image),
    draft: `image:${image.id}`,
    version: image.version,
    failed: t('edit.failed'),
    record: saved,
    toValues: (values) => values,
    onClose,
    save: async (body, ifMatch) => {
      await update.mutateAsync({ params: { id: image.id }, body, ifMatch });
      toast.success(t('edit.done'));
    },
  });
  return (
    <RecordForm
      of={record}
      tellsDraft
      toTexts={({ type, title, description, titleKn, descriptionKn }) => {
        // In the reader's language.
        const typeText = t(`type.${type}`);
        return [
          { lang: 'en', lines: [title, description, language === 'en' ? typeText : ''] },
          { lang: 'kn', lines: [titleKn, descriptionKn, language === 'kn' ? typeText : ''] },
        ];
      }}
    >
      <ImageFields form={record.form} />
    </RecordForm>
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
