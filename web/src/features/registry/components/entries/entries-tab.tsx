import type { HistoryEntry, Patient, TreatmentDetail } from '@ctdb/contracts';
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

interface EntriesProps {
  kind: 'note' | 'history';
  treatment: TreatmentDetail;
  loaded: ReturnType<typeof useNotes | typeof useHistory>;
  /** The form for a new entry. */
  form: (close: () => void) => ReactNode;
  /** The form is open at first. */
  isBegun?: boolean;
  /** The list of entries. */
  children: ReactNode;
}

/** Notes or history entries, newest first, a way to older ones, and the form for a new one. */
function Entries({ kind, treatment, loaded, form, isBegun, children }: EntriesProps) {
  const { t } = useTranslation(['entries', 'registry', 'common']);
  const canAdd = useSession().can('tools');
  const addKey = useShortcut('n');
  const adding = useEditing(`${kind}:${treatment.id}`, canAdd, isBegun);
  const shown = loaded.entries.length;
  const total = kind === 'note' ? treatment.notesCount : treatment.historyCount;
  const kept = useKeptFocus<HTMLDivElement>(shown);
  return (
    <div {...kept} className="flex flex-col gap-6">
      {canAdd && !adding.isOpen && (
        <Button className="self-start" autoFocus={adding.wasOpen} onClick={adding.open} {...addKey}>
          <Plus aria-hidden />
          {t(`${kind}.add`)}
        </Button>
      )}
      {adding.isOpen && form(adding.close)}
      {shown === 0 && !adding.isOpen && (
        <EmptyState title={t(`${kind}.none`)}>{t(`${kind}.noneHint`)}</EmptyState>
      )}
      {shown > 0 && children}
      {shown < total && (
        <div className="flex flex-col items-start gap-3">
          {loaded.failed && (
            <Notice tone="danger" role="alert">
              {t('common:state.loadFailed')}
            </Notice>
          )}
          <Button pending={loaded.isFetching} onClick={loaded.more}>
            {t('common:action.showMore')}
            <span className="text-ink-3 tabular-nums">
              {t('registry:detail.shown', { shown, total })}
            </span>
          </Button>
        </div>
      )}
    </div>
  );
}

export function NotesTab({ treatment }: { treatment: TreatmentDetail }) {
  const loaded = useNotes(treatment);
  const language = useLanguage();
  const localText = useLocalText();
  return (
    <Entries
      kind="note"
      treatment={treatment}
      form={(onClose) => <NoteForm {...{ treatment, onClose }} />}
      loaded={loaded}
    >
      <ul>
        {loaded.entries.map((note) => (
          <EntryItem
            key={note.id}
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
  const loaded = useHistory(treatment);
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
      loaded={loaded}
    >
      <ol className="ms-1">
        {loaded.entries.map((entry) => (
          <HistoryItem key={entry.id} entry={entry} treatment={treatment} />
        ))}
      </ol>
    </Entries>
  );
}
