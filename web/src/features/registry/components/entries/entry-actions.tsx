import { Eye, EyeOff, Pencil, X } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { useRestoreRecord } from '@/features/registry/api/change-disease';
import { type EntryRef, useDeleteEntry, usePublishEntry } from '@/features/registry/api/entries';
import { useDeleteWithUndo } from '@/features/registry/model/use-delete-with-undo';
import { formatLongDate } from '@/lib/dates';
import { useHasDraft } from '@/lib/draft-key';
import { useLanguage } from '@/lib/language';
import { useRunAction } from '@/lib/run-action';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';

interface PublishEntryProps {
  diseaseId: string;
  entry: EntryRef & { version: number; isPublished: boolean };
  /** Names the entry, for the button's name. */
  name: string;
}

/** Publishes a buyer's entry to all readers, or ends that; the toast offers Undo. */
function PublishEntry({ diseaseId, entry, name }: PublishEntryProps) {
  const { t } = useTranslation(['entries', 'common']);
  const runAction = useRunAction();
  const { mutateAsync, isPending } = usePublishEntry(diseaseId);
  const publish = (isPublished: boolean, ifMatch: number): Promise<void> =>
    runAction(t('entry.publishFailed'), async () => {
      const { version } = await mutateAsync({ ...entry, isPublished, ifMatch });
      toast.success(t(isPublished ? 'entry.published' : 'entry.unpublished'), {
        action: { label: t('common:action.undo'), run: () => void publish(!isPublished, version) },
      });
    });
  const { isPublished, version } = entry;
  return (
    <Tooltip label={t(isPublished ? 'entry.unpublish' : 'entry.publish')}>
      <Button
        variant="quiet"
        size="icon-small"
        pending={isPending}
        aria-label={t(isPublished ? 'entry.unpublishNamed' : 'entry.publishNamed', { name })}
        onClick={() => void publish(!isPublished, version)}
      >
        {isPublished ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </Button>
    </Tooltip>
  );
}

interface DeleteEntryProps {
  diseaseId: string;
  entry: { kind: 'note' | 'history'; treatmentId: string; id: string };
  /** Names the entry, for the button's name. */
  name: string;
}

/** Deletes a note or history entry; the toast offers Undo. */
function DeleteEntry({ diseaseId, entry, name }: DeleteEntryProps) {
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

interface Editing {
  /** The reader made the entry, or is an administrator, and may still write. */
  canEdit: boolean;
  /** The form is open; at first where a draft is left. */
  isEditing: boolean;
  /** The form was closed: the button that opened it has the focus again. */
  wasEditing: boolean;
  edit: () => void;
  close: () => void;
}

/** The state of the form that corrects an entry in place. */
export const useEditing = (entry: { canEdit: boolean }, draftKey: string): Editing => {
  const canEdit = useSession().can('tools') && entry.canEdit;
  const isBegun = useHasDraft(draftKey);
  const [state, setState] = useState<'open' | 'closed' | undefined>(
    canEdit && isBegun ? 'open' : undefined,
  );
  return {
    canEdit,
    isEditing: state === 'open',
    wasEditing: state === 'closed',
    edit: () => setState('open'),
    close: () => setState('closed'),
  };
};

interface EntryActionsProps extends ComponentProps<typeof PublishEntry> {
  editing: Editing;
  canPublish: boolean;
}

/** Publishes, corrects and deletes a note or history entry, where the reader may. */
export function EntryActions({ editing, canPublish, ...entry }: EntryActionsProps) {
  const { t } = useTranslation(['common', 'entries']);
  const canDelete = useSession().can('edit');
  return (
    <div className="flex gap-1">
      {canPublish && <PublishEntry {...entry} />}
      {editing.canEdit && (
        <Tooltip label={t('common:action.edit')}>
          <Button
            variant="quiet"
            size="icon-small"
            autoFocus={editing.wasEditing}
            aria-label={t('entries:entry.edit', { name: entry.name })}
            onClick={editing.edit}
          >
            <Pencil aria-hidden />
          </Button>
        </Tooltip>
      )}
      {canDelete && <DeleteEntry {...entry} />}
    </div>
  );
}

/** When an entry was corrected. */
export function EditedOn({ editedAt }: { editedAt: string | undefined }) {
  const { t } = useTranslation('entries');
  const language = useLanguage();
  if (!editedAt) return null;
  return (
    <time dateTime={editedAt} className="text-sm text-ink-3">
      {t('entry.editedOn', { date: formatLongDate(editedAt, language) })}
    </time>
  );
}
