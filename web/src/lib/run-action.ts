import { useMutation } from '@tanstack/react-query';
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
