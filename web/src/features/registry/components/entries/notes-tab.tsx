import type { Note, TreatmentDetail } from '@ctdb/contracts';
import { SampleBadge } from '@/components/ui/badge';
import { lazyPart } from '@/components/ui/lazy-part';
import { LocalText, Prose } from '@/components/ui/prose';
import { useLanguage, useLocalText } from '@/lib/language';
import { formatLongDate } from '@/lib/dates';
import { useNotes } from '@/features/registry/api/entries';
import { EntriesTab } from './entries-tab';
import { EditedOn, EntryActions, useEditing } from './entry-actions';
import { UnpublishedBadge } from './entry-visibility';

const LazyNoteForm = lazyPart(() => import('./note-form').then((file) => file.NoteForm));

function NoteItem({ note, treatment }: { note: Note; treatment: TreatmentDetail }) {
  const language = useLanguage();
  const localText = useLocalText();
  const editing = useEditing(note, `note:${note.id}`);
  const style = 'border-b border-line py-4 first:pt-0 last:border-b-0';
  if (editing.isEditing)
    return (
      <li className={style}>
        <LazyNoteForm treatment={treatment} note={note} onClose={editing.close} />
      </li>
    );
  return (
    <li className={style}>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3>
            <LocalText text={note.title} textKn={note.titleKn} />
          </h3>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <time dateTime={note.createdAt} className="text-sm text-ink-3">
              {formatLongDate(note.createdAt, language)}
            </time>
            <EditedOn editedAt={note.editedAt} />
            {note.isSample && <SampleBadge />}
            <UnpublishedBadge isPublished={note.isPublished} />
          </div>
        </div>
        <EntryActions
          editing={editing}
          canPublish={note.canPublish}
          diseaseId={treatment.diseaseId}
          entry={{ kind: 'note', ...note }}
          name={localText(note.title, note.titleKn)}
        />
      </div>
      <Prose text={localText(note.content, note.contentKn)} className="mt-2" />
    </li>
  );
}

export function NotesTab({ treatment }: { treatment: TreatmentDetail }) {
  const { entries: notes, ...older } = useNotes(treatment);
  return (
    <EntriesTab
      kind="note"
      treatment={treatment}
      Form={LazyNoteForm}
      shown={notes.length}
      total={treatment.notesCount}
      older={older}
    >
      <ul>
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} treatment={treatment} />
        ))}
      </ul>
    </EntriesTab>
  );
}
