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

interface EditDialogProps {
  image: Image;
  open: boolean;
  onClose: () => void;
}

/** Changes title, type and description of an image; mounted anew for each opening. */
export default function EditDialog({ image, open, onClose }: EditDialogProps) {
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
    <Dialog open={open} onOpenChange={onClose} title={t('edit.title')}>
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
    </Dialog>
  );
}
