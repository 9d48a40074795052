import type { Disease } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useErrorWords } from '@/i18n/use-error-words';
import { toast } from '@/lib/toast';
import { useDeleteDisease, useRestore } from '../api/change-disease';

/** Deletes a disease and offers to take it back in the toast that says so. */
export const useDeleteWithUndo = (disease: Disease, onDeleted: () => void) => {
  const { t } = useTranslation(['registry', 'common']);
  const { errorText } = useErrorWords();
  const deletion = useDeleteDisease();
  const restoration = useRestore();

  const restore = async () => {
    try {
      await restoration.mutateAsync({ kind: 'disease', id: disease.id });
      toast.success(t('registry:delete.restored'), { description: disease.nameEn });
    } catch (error) {
      toast.error(t('registry:delete.restoreFailed'), { description: errorText(error) });
    }
  };

  const remove = async () => {
    try {
      await deletion.mutateAsync({ id: disease.id, version: disease.version });
      onDeleted();
      toast.success(t('registry:delete.done'), {
        description: disease.nameEn,
        action: { label: t('common:action.undo'), run: () => void restore() },
      });
    } catch (error) {
      toast.error(t('registry:delete.failed'), { description: errorText(error) });
    }
  };

  return { remove, pending: deletion.isPending };
};
