import type { Note, TreatmentDetail } from '@ctdb/contracts';
import { Eye, EyeOff, Pencil, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, SampleBadge } from '@/components/ui/badge';
import { Prose } from '@/components/ui/prose';
import { IconButton } from '@/components/ui/tooltip';
import { useRefreshTreatment, useRestoreRecord } from '@/features/registry/api/changes';
import { useRunWithUndo } from '@/features/registry/model/use-run-with-undo';
import { useEditing } from '@/features/registry/model/use-editing';
import { call, routes } from '@/lib/api';
import { formatLongDate } from '@/lib/dates';
import { useLanguage } from '@/lib/language';
import { useSession } from '@/lib/session';

/** What a note and a history entry have in common. */
type Entry = Pick<
  Note,
  'id' | 'version' | 'isPublished' | 'isSample' | 'canEdit' | 'canPublish' | 'editedAt'
>;

interface ActionProps {
  kind: 'note' | 'history';
  entry: Entry;
  treatment: TreatmentDetail;
  /** Names the entry, for the buttons' names. */
  name: string;
}

/** Publishes a buyer's entry to all readers, or ends that; the toast offers Undo. */
function PublishEntry({ kind, entry, treatment, name }: ActionProps) {
  const { t } = useTranslation('entries');
  const refresh = useRefreshTreatment();
  const { mutateAsync: runWithUndo, isPending } = useRunWithUndo();
  const publish = (isPublished: boolean, ifMatch: number): Promise<void> =>
    runWithUndo({
      done: t(isPublished ? 'entry.published' : 'entry.unpublished'),
      failed: t('entry.publishFailed'),
      run: async () => {
        const { id } = treatment;
        const given = { body: { isPublished }, ifMatch };
        try {
          const published = await (kind === 'note'
            ? call(routes.publishNote, { params: { id, noteId: entry.id }, ...given })
            : call(routes.publishHistoryEntry, { params: { id, entryId: entry.id }, ...given }));
          return () => publish(!isPublished, published.version);
        } finally {
          // After a conflict too: the entry is another one.
          await refresh();
        }
      },
    });
  const { isPublished, version } = entry;
  return (
    <IconButton
      Icon={isPublished ? EyeOff : Eye}
      label={t(isPublished ? 'entry.unpublish' : 'entry.publish')}
      aria-label={t(isPublished ? 'entry.unpublishNamed' : 'entry.publishNamed', { name })}
      pending={isPending}
      onClick={() => void publish(!isPublished, version)}
    />
  );
}

/** Deletes a note or history entry; the toast offers Undo. */
function DeleteEntry({ kind, entry, treatment, name }: ActionProps) {
  const { t } = useTranslation(['forms', 'common', 'entries']);
  const refresh = useRefreshTreatment();
  const { mutateAsync: restore } = useRestoreRecord();
  const { mutate: runWithUndo, isPending } = useRunWithUndo();
  const remove = () =>
    runWithUndo({
      done: t('entries:entry.deleted'),
      failed: t('entries:entry.deleteFailed'),
      undoFailed: t('forms:delete.restoreFailed'),
      run: async () => {
        await (kind === 'note'
          ? call(routes.deleteNote, { params: { id: treatment.id, noteId: entry.id } })
          : call(routes.deleteHistoryEntry, { params: { id: treatment.id, entryId: entry.id } }));
        await refresh();
        return () => restore({ params: { kind, id: entry.id } });
      },
    });

  return (
    <IconButton
      Icon={X}
      label={t('common:action.delete')}
      aria-label={t('entries:entry.delete', { name })}
      pending={isPending}
      onClick={remove}
    />
  );
}

interface EntryItemProps extends ActionProps {
  /** Before what is said of every entry. */
  heading?: ReactNode;
  facts: ReactNode;
  text: string;
  /** The form that corrects it. */
  form: (close: () => void) => ReactNode;
  className: string;
  children?: ReactNode;
}

/** A note or history entry: read, and where the reader may, published, corrected and deleted. */
export function EntryItem(props: EntryItemProps) {
  const { heading, facts, text, form, className, children, ...given } = props;
  const { kind, entry, name } = given;
  const { t } = useTranslation(['common', 'entries']);
  const language = useLanguage();
  const { can, role } = useSession();
  const canEdit = can('tools') && entry.canEdit;
  const editing = useEditing(`${kind}:${entry.id}`, canEdit);
  if (editing.isOpen) return <li className={className}>{form(editing.close)}</li>;
  const { isPublished, editedAt } = entry;
  return (
    <li className={className}>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          {heading}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {facts}
            {editedAt && (
              <time dateTime={editedAt} className="text-sm text-ink-3">
                {t('entries:entry.editedOn', { date: formatLongDate(editedAt, language) })}
              </time>
            )}
            {entry.isSample && <SampleBadge />}
            {!isPublished && (
              <Badge tone="blue">
                <EyeOff aria-hidden className="size-4 shrink-0" />
                {t(role === 'pass' ? 'entries:entry.onlyYours' : 'entries:entry.onlyTheirs')}
              </Badge>
            )}
          </div>
        </div>
        <div className="flex gap-1">
          {entry.canPublish && <PublishEntry {...given} />}
          {canEdit && (
            <IconButton
              Icon={Pencil}
              label={t('common:action.edit')}
              aria-label={t('entries:entry.edit', { name })}
              autoFocus={editing.wasOpen}
              onClick={editing.open}
            />
          )}
          {can('edit') && <DeleteEntry {...given} />}
        </div>
      </div>
      <Prose text={text} className="mt-2" />
      {children}
    </li>
  );
}
