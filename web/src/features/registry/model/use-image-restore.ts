import type { Image } from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useErrorWords } from '@/i18n/use-error-words';
import { call, routes } from '@/lib/api';
import { toast } from '@/lib/toast';
import { useRunEnd } from '@/lib/use-run-end';

/** Brings the bytes of an image back from its backup, and says what came of it. */
export const useImageRestore = ({ id, title }: Image, onRestored: () => void) => {
  const { t } = useTranslation('images');
  const { errorText } = useErrorWords();
  const start = useMutation({
    mutationFn: () => call(routes.startRestore, { body: { imageId: id } }),
  });
  const { follow, running } = useRunEnd(undefined, (run) => {
    if (run?.status !== 'completed') return toast.error(t('backup.failed'), { description: title });
    toast.success(t('backup.done'), { description: title });
    onRestored();
  });
  const restore = async () => {
    try {
      follow((await start.mutateAsync()).id);
      toast.info(t('backup.started'), { description: title });
    } catch (error) {
      toast.error(t('backup.failed'), { description: errorText(error) });
    }
  };
  return { restore, pending: running || start.isPending };
};
