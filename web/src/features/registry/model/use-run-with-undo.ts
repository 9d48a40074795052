import { useTranslation } from 'react-i18next';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';

interface RunWithUndoOptions {
  /** Titles of the toasts: it is done, it failed, Undo failed. */
  titles: { done: string; failed: string; undoFailed?: string };
  /** Names the record, below the first title. */
  description?: string;
  /** Resolves with what undoes it. */
  run: () => Promise<() => Promise<unknown>>;
}

/** Runs what a person started; the toast offers Undo. */
export const useRunWithUndo = () => {
  const { t } = useTranslation();
  const runAction = useRunAction();
  return ({ titles, description, run }: RunWithUndoOptions): Promise<void> =>
    runAction(titles.failed, async () => {
      const undo = await run();
      const { done, failed, undoFailed = failed } = titles;
      toast.success(done, {
        ...(description && { description }),
        action: { label: t('action.undo'), run: () => void runAction(undoFailed, undo) },
      });
    });
};
