import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';

interface RunWithUndoOptions {
  /** Title of the toast when it is done. */
  done: string;
  failed: string;
  /** Title of the toast if Undo fails, if it is another one. */
  undoFailed?: string;
  /** Names the record, below the first title. */
  description?: string;
  /** Resolves with what undoes it. */
  run: () => Promise<() => Promise<unknown>>;
}

/** Runs what a person started, and says whether it is running; the toast offers Undo. */
export const useRunWithUndo = () => {
  const { t } = useTranslation();
  const runAction = useRunAction();
  return useMutation({
    mutationFn: ({ done, failed, undoFailed = failed, description, run }: RunWithUndoOptions) =>
      runAction(failed, async () => {
        const undo = await run();
        toast.success(done, {
          ...(description && { description }),
          action: { label: t('action.undo'), run: () => void runAction(undoFailed, undo) },
        });
      }),
  });
};
