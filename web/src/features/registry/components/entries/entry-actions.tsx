import { Pencil } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { useLanguage } from '@/lib/language';
import { formatLongDate } from '@/lib/dates';
import { useHasDraft } from '@/lib/draft-key';
import { useSession } from '@/lib/session';
import { DeleteEntry } from './delete-entry';
import { PublishEntry } from './publish-entry';

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
