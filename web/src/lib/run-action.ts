import { type InvalidateQueryFilters, useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorMessages } from './error-messages';
import { toast } from './toast';

/** Returns a function that runs what a person started. If it fails, a toast with the title `failed` says why. */
export const useRunAction = () => {
  const { errorText } = useErrorMessages();
  return async (failed: string, run: () => Promise<unknown>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      toast.error(failed, { description: errorText(error) });
    }
  };
};

/** What a person starts, and whether it is running. If it fails, a toast with the title `failed` says why. */
export const useAction = <T, V = void>(failed: string, run: (values: V) => Promise<T>) => {
  const { errorText } = useErrorMessages();
  return useMutation({
    mutationFn: run,
    onError: (error) => toast.error(failed, { description: errorText(error) }),
  });
};

/** Waits for a change and then, also after its failure, until the queries that it may have changed are loaded again. */
export const useReloadAfter = (changed: InvalidateQueryFilters) => {
  const client = useQueryClient();
  return async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      await client.invalidateQueries(changed);
    }
  };
};
