import { useTranslation } from 'react-i18next';
import { useErrorMessages } from '@/lib/error-messages';
import { toast } from '@/lib/toast';

interface DeleteWithUndoOptions {
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
  /** What was deleted, below the titles of the toasts. */
  description?: string;
  /** Titles of the toasts; without `restored` there is none after Undo. */
  titles: { done: string; failed: string; restored?: string; restoreFailed: string };
}

/** Deletes a record; the toast offers Undo. */
export const useDeleteWithUndo = (options: DeleteWithUndoOptions) => {
  const { remove, restore, description, titles } = options;
  const { t } = useTranslation();
  const { errorText } = useErrorMessages();
  const about = description === undefined ? {} : { description };

  const undo = async () => {
    try {
      await restore();
      if (titles.restored) toast.success(titles.restored, about);
    } catch (error) {
      toast.error(titles.restoreFailed, { description: errorText(error) });
    }
  };
  return async () => {
    try {
      await remove();
      toast.success(titles.done, {
        ...about,
        action: { label: t('action.undo'), run: () => void undo() },
      });
    } catch (error) {
      toast.error(titles.failed, { description: errorText(error) });
    }
  };
};
