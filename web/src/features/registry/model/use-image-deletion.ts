import type { Image } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useErrorWords } from '@/i18n/use-error-words';
import { toast } from '@/lib/toast';
import { useDeleteImage, useRestoreImage } from '../api/images';

/** Deletes an image and offers to take it back in the toast that says so. */
export const useImageDeletion = (image: Image, diseaseId: string) => {
  const { t } = useTranslation(['images', 'common']);
  const { errorText } = useErrorWords();
  const deletion = useDeleteImage(diseaseId);
  const restoration = useRestoreImage(diseaseId);

  const restore = async () => {
    try {
      await restoration.mutateAsync(image.id);
      toast.success(t('delete.restored'), { description: image.title });
    } catch (error) {
      toast.error(t('delete.restoreFailed'), { description: errorText(error) });
    }
  };
  const remove = async () => {
    try {
      await deletion.mutateAsync(image);
      toast.success(t('delete.done'), {
        description: image.title,
        action: { label: t('common:action.undo'), run: () => void restore() },
      });
    } catch (error) {
      toast.error(t('delete.failed'), { description: errorText(error) });
    }
  };
  return { remove, pending: deletion.isPending };
};
