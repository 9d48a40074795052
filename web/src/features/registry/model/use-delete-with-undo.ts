import { useTranslation } from 'react-i18next';
import { toast } from '@/lib/toast';
import { useRunAction } from '@/lib/run-action';

interface DeleteWithUndoOptions {
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
  /** Names the deleted record, below the titles of the toasts. */
  description?: string;
  /** Titles of the toasts; without `restored` there is none after Undo. */
  titles: { done: string; failed: string; restored?: string; restoreFailed: string };
}

/** Deletes a record; the toast offers Undo. */
export const useDeleteWithUndo = (options: DeleteWithUndoOptions) => {
  const { remove, restore, description, titles } = options;
  const { t } = useTranslation();
  const runAction = useRunAction();
  const about = description === undefined ? {} : { description };

  const undo = () =>
    runAction(titles.restoreFailed, async () => {
      await restore();
      if (titles.restored) toast.success(titles.restored, about);
    });
  return async () => {
    await runAction(titles.failed, async () => {
      await remove();
      toast.success(titles.done, {
        ...about,
        action: { label: t('action.undo'), run: () => void undo() },
      });
    });
  };
};
