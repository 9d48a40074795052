import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { useErrorMessages } from '@/i18n/error-messages';
import { toast } from '@/lib/toast';
import { useRestore } from '../api/change-disease';
import { useDeleteEntry } from '../api/entries';

interface DeleteEntryProps {
  diseaseId: string;
  entry: { kind: 'note' | 'history'; treatmentId: string; id: string };
  /** What is deleted, for the button's name. */
  name: string;
}

/** Deletes a note or history entry; the toast offers Undo. */
export function DeleteEntry({ diseaseId, entry, name }: DeleteEntryProps) {
  const { t } = useTranslation(['registry', 'common', 'entries']);
  const { errorText } = useErrorMessages();
  const deletion = useDeleteEntry(diseaseId);
  const restoration = useRestore();

  const restore = async () => {
    try {
      await restoration.mutateAsync({ kind: entry.kind, id: entry.id });
    } catch (error) {
      toast.error(t('registry:delete.restoreFailed'), { description: errorText(error) });
    }
  };
  const remove = async () => {
    try {
      await deletion.mutateAsync(entry);
      toast.success(t('entries:entry.deleted'), {
        action: { label: t('common:action.undo'), run: () => void restore() },
      });
    } catch (error) {
      toast.error(t('entries:entry.deleteFailed'), { description: errorText(error) });
    }
  };

  return (
    <Tooltip label={t('common:action.delete')}>
      <Button
        look="quiet"
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
