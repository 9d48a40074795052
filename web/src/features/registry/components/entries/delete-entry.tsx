import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { useRestoreRecord } from '@/features/registry/api/change-disease';
import { useDeleteEntry } from '@/features/registry/api/entries';
import { useDeleteWithUndo } from '@/features/registry/model/use-delete-with-undo';

interface DeleteEntryProps {
  diseaseId: string;
  entry: { kind: 'note' | 'history'; treatmentId: string; id: string };
  /** What is deleted, for the button's name. */
  name: string;
}

/** Deletes a note or history entry; the toast offers Undo. */
export function DeleteEntry({ diseaseId, entry, name }: DeleteEntryProps) {
  const { t } = useTranslation(['forms', 'common', 'entries']);
  const deletion = useDeleteEntry(diseaseId);
  const { mutateAsync: restore } = useRestoreRecord();
  const remove = useDeleteWithUndo({
    remove: () => deletion.mutateAsync(entry),
    restore: () => restore({ params: { kind: entry.kind, id: entry.id } }),
    titles: {
      done: t('entries:entry.deleted'),
      failed: t('entries:entry.deleteFailed'),
      restoreFailed: t('forms:delete.restoreFailed'),
    },
  });

  return (
    <Tooltip label={t('common:action.delete')}>
      <Button
        variant="quiet"
        size="icon-small"
        pending={deletion.isPending}
        aria-label={t('entries:entry.delete', { name })}
        onClick={() => void remove()}
      >
        <X aria-hidden />
      </Button>
    </Tooltip>
  );
}
