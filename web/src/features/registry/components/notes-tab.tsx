import type { Note, TreatmentDetail } from '@ctdb/contracts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/notice';
import { Prose } from '@/components/ui/prose';
import { useLanguage } from '@/i18n/language';
import { formatDate } from '@/lib/dates';
import { hasDraft } from '@/lib/draft-store';
import { useSession } from '@/lib/session';
import { useOlderNotes } from '../api/entries';
import { DeleteEntry } from './delete-entry';
import { NoteForm } from './lazy-forms';
import { ShowMore } from './show-more';

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

/** Notes, newest first, and the form for a new one. */
export function NotesTab({ treatment }: { treatment: TreatmentDetail }) {
  const { t } = useTranslation(['registry', 'entries']);
  const session = useSession();
  const canAdd = session.can('tools');
  const [adding, add] = useState(() => canAdd && hasDraft(`note:${treatment.id}`));
  const older = useOlderNotes(treatment.id);
  const notes = [...treatment.notes, ...older.items];
  return (
    <div className="flex flex-col gap-6">
      {canAdd && !adding && (
        <Button className="self-start" onClick={() => add(true)}>
          <Plus aria-hidden />
          {t('entries:note.add')}
        </Button>
      )}
      {adding && <NoteForm treatment={treatment} onClose={() => add(false)} />}
      {notes.length === 0 && !adding && (
        <EmptyState title={t('entries:note.none')}>{t('entries:note.noneHint')}</EmptyState>
      )}
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              diseaseId={treatment.diseaseId}
              canDelete={session.isAdmin}
            />
          ))}
        </ul>
      )}
      <ShowMore shown={notes.length} total={treatment.notesCount} older={older} />
    </div>
  );
}
