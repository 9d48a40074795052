import type { Disease } from '@ctdb/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SavedTexts } from '@/components/record-form';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { getName, useLanguage } from '@/lib/language';
import { call, isCode, routes } from '@/lib/api';
import { toast } from '@/lib/toast';
import { useRestoreRecord } from '@/features/registry/api/changes';
import { registryKeys } from '@/features/registry/api/queries';
import { useRunWithUndo } from '@/features/registry/model/use-run-with-undo';
import { diseaseTexts } from '@/features/registry/model/disease-texts';

interface DeleteDialogProps {
  disease: Disease;
  open: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks whether a disease is to be deleted, and deletes it; mounted anew for each question. */
export default function DeleteDialog({ disease, open, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation(['forms', 'common']);
  const client = useQueryClient();
  const { id, version } = disease;
  const deletion = useMutation({
    mutationFn: () => call(routes.deleteDisease, { params: { id }, ifMatch: version }),
    onSuccess: async () => {
      // The disease is still on the screen: loading it again now would only show "not found".
      const later = { refetchType: 'none' } as const;
      await client.invalidateQueries({ queryKey: registryKeys.disease(id), ...later });
      await client.invalidateQueries({ queryKey: registryKeys.treatment(id), ...later });
      await client.invalidateQueries({ queryKey: registryKeys.lists });
    },
    onError: (error) =>
      isCode(error, 'VERSION_CONFLICT')
        ? client.invalidateQueries({ queryKey: registryKeys.disease(id) })
        : undefined,
  });
  const { mutateAsync: restore } = useRestoreRecord();
  const name = getName(disease, useLanguage());
  const { mutate: runWithUndo } = useRunWithUndo();
  const remove = () =>
    runWithUndo({
      done: t('forms:delete.done'),
      failed: t('forms:delete.failed'),
      undoFailed: t('forms:delete.restoreFailed'),
      description: name,
      run: async () => {
        // After a change by another person the dialog stays: `disease` is then what they saved.
        await deletion.mutateAsync(undefined, {
          onSettled: (_done, error) => !isCode(error, 'VERSION_CONFLICT') && onClose(),
        });
        onDeleted();
        return async () => {
          await restore({ params: { kind: 'disease', id } });
          toast.success(t('forms:delete.restored'), { description: name });
        };
      },
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      question={t('forms:delete.question')}
      consequence={t('forms:delete.consequence', { name })}
      confirm={t('common:action.delete')}
      pending={deletion.isPending}
      onConfirm={remove}
    >
      {isCode(deletion.error, 'VERSION_CONFLICT') && (
        <Notice tone="caution" role="alert" className="mt-4">
          <p>{t('forms:delete.changed')}</p>
          <SavedTexts texts={diseaseTexts(disease)} />
        </Notice>
      )}
    </ConfirmDialog>
  );
}
