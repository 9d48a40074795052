import type { HistoryEntry, TreatmentDetail } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { OutcomeBadge, SampleBadge } from '@/components/ui/badge';
import { lazyPart } from '@/components/ui/lazy-part';
import { LocalText, Prose, UserText } from '@/components/ui/prose';
import { useLanguage, useLocalText } from '@/lib/language';
import { formatLongDay } from '@/lib/dates';
import { usePatientDetails } from '@/lib/patient-details';
import { useHistory } from '@/features/registry/api/entries';
import { EntriesTab } from './entries-tab';
import { EditedOn, EntryActions, useEditing } from './entry-actions';
import { UnpublishedBadge } from './entry-visibility';

const LazyHistoryForm = lazyPart(() => import('./history-form').then((file) => file.HistoryForm));

interface HistoryItemProps {
  entry: HistoryEntry;
  treatment: TreatmentDetail;
}

function HistoryItem({ entry, treatment }: HistoryItemProps) {
  const { t } = useTranslation(['registry', 'entries']);
  const language = useLanguage();
  const localText = useLocalText();
  const day = formatLongDay(entry.date, language);
  const details = usePatientDetails()({
    birthYear: entry.patientBirthYear,
    place: entry.patientPlace,
  });
  const editing = useEditing(entry, `history:${entry.id}`);
  if (editing.isEditing)
    return (
      <li className="pb-8 last:pb-0">
        <LazyHistoryForm treatment={treatment} entry={entry} onClose={editing.close} />
      </li>
    );
  return (
    <li className="relative border-s border-line ps-6 pb-8 last:border-transparent last:pb-0">
      <span
        aria-hidden
        className="absolute top-2 -left-[5px] size-2.5 rounded-full border-2 border-paper bg-ink-3"
      />
      <div className="flex items-start justify-between gap-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <time dateTime={entry.date} className="font-semibold">
            {day}
          </time>
          <OutcomeBadge outcome={entry.outcome} />
          <EditedOn editedAt={entry.editedAt} />
          {entry.isSample && <SampleBadge />}
          <UnpublishedBadge isPublished={entry.isPublished} />
        </div>
        <EntryActions
          editing={editing}
          canPublish={entry.canPublish}
          diseaseId={treatment.diseaseId}
          entry={{ kind: 'history', ...entry }}
          name={day}
        />
      </div>
      <Prose
        text={localText(entry.treatmentDescription, entry.treatmentDescriptionKn)}
        className="mt-2"
      />
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <div className="flex gap-1.5">
          <dt className="text-ink-3">{t('entries:history.patient')}:</dt>
          <dd>
            {editing.canEdit && entry.patientId ? (
              <Link
                to={`/patients/${entry.patientId}`}
                className="rounded-sm text-accent underline underline-offset-4"
              >
                <UserText>{entry.patientName}</UserText>
              </Link>
            ) : entry.patientName ? (
              <UserText>{entry.patientName}</UserText>
            ) : (
              <span className="text-ink-3">{t('entries:history.erased')}</span>
            )}
            {details && (
              <span className="text-ink-3">
                {' '}
                (<UserText>{details}</UserText>)
              </span>
            )}
            {entry.patientNameMasked && (
              <span className="text-ink-3"> ({t('entries:history.masked')})</span>
            )}
          </dd>
        </div>
        <div className="flex gap-1.5">
          <dt className="text-ink-3">{t('entries:history.practitioner')}:</dt>
          <dd>
            <LocalText text={entry.practitioner} textKn={entry.practitionerKn} />
          </dd>
        </div>
      </dl>
    </li>
  );
}

export function HistoryTab({ treatment }: { treatment: TreatmentDetail }) {
  const { entries, ...older } = useHistory(treatment);
  return (
    <EntriesTab
      kind="history"
      treatment={treatment}
      Form={LazyHistoryForm}
      shown={entries.length}
      total={treatment.historyCount}
      older={older}
    >
      <ol className="ms-1">
        {entries.map((entry) => (
          <HistoryItem key={entry.id} entry={entry} treatment={treatment} />
        ))}
      </ol>
    </EntriesTab>
  );
}
