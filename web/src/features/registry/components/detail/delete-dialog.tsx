import type { Disease } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { SavedTexts } from '@/components/conflict-notice';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { getName, useLanguage } from '@/lib/language';
import { isCode } from '@/lib/api';
import { useDeleteDisease, useRestoreRecord } from '@/features/registry/api/changes';
import { useDeleteWithUndo } from '@/features/registry/model/use-delete-with-undo';
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
  const deletion = useDeleteDisease();
  const { mutateAsync: restore } = useRestoreRecord();
  const name = getName(disease, useLanguage());
  const remove = useDeleteWithUndo({
    remove: async () => {
      // After a change by another person the dialog stays: `disease` is then what they saved.
      await deletion.mutateAsync(disease, {
        onSettled: (_done, error) => !isCode(error, 'VERSION_CONFLICT') && onClose(),
      });
      onDeleted();
    },
    restore: () => restore({ params: { kind: 'disease', id: disease.id } }),
    description: name,
    titles: {
      done: t('forms:delete.done'),
      failed: t('forms:delete.failed'),
      restored: t('forms:delete.restored'),
      restoreFailed: t('forms:delete.restoreFailed'),
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
      onConfirm={() => void remove()}
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
