import type { HistoryEntry, Note, Patient, TreatmentDetail } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { OutcomeBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { lazyPart } from '@/components/ui/lazy-part';
import { EmptyState, Notice } from '@/components/ui/notice';
import { LocalText, UserText } from '@/components/ui/prose';
import { useHistory, useNotes } from '@/features/registry/api/entries';
import { useEditing } from '@/features/registry/model/use-editing';
import { formatLongDate, formatLongDay } from '@/lib/dates';
import { useKeptFocus } from '@/lib/focus';
import { useLanguage, useLocalText } from '@/lib/language';
import { type EntryState, patientRecordQuery, usePatientDetails } from '@/lib/patient-details';
import { useSession } from '@/lib/session';
import { useShortcut } from '@/lib/shortcuts';
import { EntryItem } from './entry-item';

const NoteForm = lazyPart(() => import('./entry-form').then((file) => file.NoteForm));
const HistoryForm = lazyPart(() => import('./entry-form').then((file) => file.HistoryForm));

interface OlderEntries {
  isFetching: boolean;
  failed: boolean;
  more: () => void;
}

interface ShowMoreProps {
  shown: number;
  total: number;
  older: OlderEntries;
}

/** Loads older entries, if there are more than in the treatment's reply. */
function ShowMore({ shown, total, older }: ShowMoreProps) {
  const { t } = useTranslation(['registry', 'common']);
  if (shown >= total) return null;
  return (
    <div className="flex flex-col items-start gap-3">
      {older.failed && (
        <Notice tone="danger" role="alert">
          {t('common:state.loadFailed')}
        </Notice>
      )}
      <Button pending={older.isFetching} onClick={older.more}>
        {t('common:action.showMore')}
        <span className="text-ink-3 tabular-nums">
          {t('registry:detail.shown', { shown, total })}
        </span>
      </Button>
    </div>
  );
}

interface EntriesProps extends ShowMoreProps {
  kind: 'note' | 'history';
  treatment: TreatmentDetail;
  /** The form for a new entry. */
  form: (close: () => void) => ReactNode;
  /** The form is open at first. */
  isBegun?: boolean;
  /** The list of entries. */
  children: ReactNode;
}

/** Notes or history entries, newest first, and the form for a new one. */
function Entries({ kind, treatment, form, isBegun, children, ...pages }: EntriesProps) {
  const { t } = useTranslation('entries');
  const canAdd = useSession().can('tools');
  const addKey = useShortcut('n');
  const {
    isOpen: isAdding,
    wasOpen,
    open,
    close,
  } = useEditing(`${kind}:${treatment.id}`, canAdd, isBegun);
  const kept = useKeptFocus<HTMLDivElement>(pages.shown);
  return (
    <div {...kept} className="flex flex-col gap-6">
      {canAdd && !isAdding && (
        <Button className="self-start" autoFocus={wasOpen} onClick={open} {...addKey}>
          <Plus aria-hidden />
          {t(`${kind}.add`)}
        </Button>
      )}
      {isAdding && form(close)}
      {pages.shown === 0 && !isAdding && (
        <EmptyState title={t(`${kind}.none`)}>{t(`${kind}.noneHint`)}</EmptyState>
      )}
      {pages.shown > 0 && children}
      <ShowMore {...pages} />
    </div>
  );
}

function NoteItem({ note, treatment }: { note: Note; treatment: TreatmentDetail }) {
  const language = useLanguage();
  const localText = useLocalText();
  return (
    <EntryItem
      kind="note"
      entry={note}
      treatment={treatment}
      name={localText(note.title, note.titleKn)}
      heading={
        <h3>
          <LocalText text={note.title} textKn={note.titleKn} />
        </h3>
      }
      facts={
        <time dateTime={note.createdAt} className="text-sm text-ink-3">
          {formatLongDate(note.createdAt, language)}
        </time>
      }
      text={localText(note.content, note.contentKn)}
      form={(onClose) => <NoteForm {...{ treatment, note, onClose }} />}
      className="border-b border-line py-4 first:pt-0 last:border-b-0"
    />
  );
}

export function NotesTab({ treatment }: { treatment: TreatmentDetail }) {
  const { entries, ...older } = useNotes(treatment);
  return (
    <Entries
      kind="note"
      treatment={treatment}
      form={(onClose) => <NoteForm {...{ treatment, onClose }} />}
      shown={entries.length}
      total={treatment.notesCount}
      older={older}
    >
      <ul>
        {entries.map((note) => (
          <NoteItem key={note.id} note={note} treatment={treatment} />
        ))}
      </ul>
    </Entries>
  );
}

/** The patient, with a link where the reader may write about the patient. */
function PatientName({ entry }: { entry: HistoryEntry }) {
  const { t } = useTranslation('entries');
  const mayEdit = useSession().can('tools') && entry.canEdit;
  if (!entry.patientName) return <span className="text-ink-3">{t('history.erased')}</span>;
  if (!mayEdit || !entry.patientId) return <UserText>{entry.patientName}</UserText>;
  return (
    <Link
      to={`/patients/${entry.patientId}`}
      className="rounded-sm text-accent underline underline-offset-4"
    >
      <UserText>{entry.patientName}</UserText>
    </Link>
  );
}

function HistoryItem({ entry, treatment }: { entry: HistoryEntry; treatment: TreatmentDetail }) {
  const { t } = useTranslation('entries');
  const localText = useLocalText();
  const day = formatLongDay(entry.date, useLanguage());
  const details = usePatientDetails()({
    birthYear: entry.patientBirthYear,
    place: entry.patientPlace,
  });
  return (
    <EntryItem
      kind="history"
      entry={entry}
      treatment={treatment}
      name={day}
      facts={
        <>
          <span
            aria-hidden
            className="absolute top-2 -left-[5px] size-2.5 rounded-full border-2 border-paper bg-ink-3"
          />
          <time dateTime={entry.date} className="font-semibold">
            {day}
          </time>
          <OutcomeBadge outcome={entry.outcome} />
        </>
      }
      text={localText(entry.treatmentDescription, entry.treatmentDescriptionKn)}
      form={(onClose) => <HistoryForm {...{ treatment, entry, onClose }} />}
      className="relative border-s border-line ps-6 pb-8 last:border-transparent last:pb-0"
    >
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <div className="flex gap-1.5">
          <dt className="text-ink-3">{t('history.patient')}:</dt>
          <dd>
            <PatientName entry={entry} />
            {details && (
              <span className="text-ink-3">
                {' '}
                (<UserText>{details}</UserText>)
              </span>
            )}
            {entry.patientNameMasked && (
              <span className="text-ink-3"> ({t('history.masked')})</span>
            )}
          </dd>
        </div>
        <div className="flex gap-1.5">
          <dt className="text-ink-3">{t('history.practitioner')}:</dt>
          <dd>
            <LocalText text={entry.practitioner} textKn={entry.practitionerKn} />
          </dd>
        </div>
      </dl>
    </EntryItem>
  );
}

/** The patient from whose page an entry is begun here. */
const usePatientOfEntry = (): Patient | undefined => {
  const { patientId = '' } = (useLocation().state as Partial<EntryState> | null) ?? {};
  return useQueryClient().getQueryData(patientRecordQuery(patientId).queryKey)?.patient;
};

export function HistoryTab({ treatment }: { treatment: TreatmentDetail }) {
  const { entries, ...older } = useHistory(treatment);
  const patient = usePatientOfEntry();
  const { search } = useLocation();
  const navigate = useNavigate();
  const forget = () => patient && void navigate({ search }, { replace: true, state: null });
  return (
    <Entries
      kind="history"
      treatment={treatment}
      isBegun={patient !== undefined}
      form={(close) => (
        <HistoryForm
          treatment={treatment}
          patient={patient}
          onClose={() => {
            close();
            forget();
          }}
        />
      )}
      shown={entries.length}
      total={treatment.historyCount}
      older={older}
    >
      <ol className="ms-1">
        {entries.map((entry) => (
          <HistoryItem key={entry.id} entry={entry} treatment={treatment} />
        ))}
      </ol>
    </Entries>
  );
}
