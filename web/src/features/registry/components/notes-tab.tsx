import type { Note, TreatmentDetail } from '@ctdb/contracts';
import { Prose } from '@/components/ui/prose';
import { useLanguage } from '@/i18n/language';
import { formatDate } from '@/lib/dates';
import { useSession } from '@/lib/session';
import { useOlderNotes } from '../api/entries';
import { DeleteEntry } from './delete-entry';
import { EntriesTab } from './entries-tab';
import { LazyNoteForm } from './lazy-forms';

interface NoteItemProps {
  note: Note;
  diseaseId: string;
  canDelete: boolean;
}

function NoteItem({ note, diseaseId, canDelete }: NoteItemProps) {
  const language = useLanguage();
  return (
    <li className="border-b border-line py-4 first:pt-0 last:border-b-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3>{note.title}</h3>
          <time dateTime={note.createdAt} className="text-sm text-ink-3">
            {formatDate(note.createdAt, language)}
          </time>
        </div>
        {canDelete && (
          <DeleteEntry
            diseaseId={diseaseId}
            entry={{ kind: 'note', treatmentId: note.treatmentId, id: note.id }}
            name={note.title}
          />
        )}
      </div>
      <Prose text={note.content} className="mt-2" />
    </li>
  );
}

export function NotesTab({ treatment }: { treatment: TreatmentDetail }) {
  const { isAdmin } = useSession();
  const older = useOlderNotes(treatment.id);
  const notes = [...treatment.notes, ...older.items];
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
          <NoteItem key={note.id} note={note} diseaseId={treatment.diseaseId} canDelete={isAdmin} />
        ))}
      </ul>
    </EntriesTab>
  );
}
