import type { HistoryEntry, TreatmentDetail } from '@ctdb/contracts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OutcomeBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/notice';
import { Prose } from '@/components/ui/prose';
import { useLanguage } from '@/i18n/language';
import { formatDay } from '@/lib/dates';
import { hasDraft } from '@/lib/draft-store';
import { useSession } from '@/lib/session';
import { useOlderHistory } from '../api/entries';
import { DeleteEntry } from './delete-entry';
import { HistoryForm } from './lazy-forms';
import { ShowMore } from './show-more';

interface HistoryItemProps {
  entry: HistoryEntry;
  diseaseId: string;
  canDelete: boolean;
}

function HistoryItem({ entry, diseaseId, canDelete }: HistoryItemProps) {
  const { t } = useTranslation(['registry', 'entries']);
  const language = useLanguage();
  const day = formatDay(entry.date, language);
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
        </div>
        {canDelete && (
          <DeleteEntry
            diseaseId={diseaseId}
            entry={{ kind: 'history', treatmentId: entry.treatmentId, id: entry.id }}
            name={day}
          />
        )}
      </div>
      <Prose text={entry.treatmentDescription} className="mt-2" />
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <div className="flex gap-1.5">
          <dt className="text-ink-3">{t('entries:history.patient')}:</dt>
          <dd>
            {entry.patientName}
            {entry.patientNameMasked && (
              <span className="text-ink-3"> ({t('entries:history.masked')})</span>
            )}
          </dd>
        </div>
        <div className="flex gap-1.5">
          <dt className="text-ink-3">{t('entries:history.practitioner')}:</dt>
          <dd>{entry.practitioner}</dd>
        </div>
      </dl>
    </li>
  );
}

/** History entries, newest first, and the form for a new entry. */
export function HistoryTab({ treatment }: { treatment: TreatmentDetail }) {
  const { t } = useTranslation(['registry', 'entries']);
  const session = useSession();
  const canAdd = session.can('tools');
  const [adding, add] = useState(() => canAdd && hasDraft(`history:${treatment.id}`));
  const older = useOlderHistory(treatment.id);
  const entries = [...treatment.history, ...older.items];
  return (
    <div className="flex flex-col gap-6">
      {canAdd && !adding && (
        <Button className="self-start" onClick={() => add(true)}>
          <Plus aria-hidden />
          {t('entries:history.add')}
        </Button>
      )}
      {adding && <HistoryForm treatment={treatment} onClose={() => add(false)} />}
      {entries.length === 0 && !adding && (
        <EmptyState title={t('entries:history.none')}>{t('entries:history.noneHint')}</EmptyState>
      )}
      {entries.length > 0 && (
        <ol className="ms-1">
          {entries.map((entry) => (
            <HistoryItem
              key={entry.id}
              entry={entry}
              diseaseId={treatment.diseaseId}
              canDelete={session.isAdmin}
            />
          ))}
        </ol>
      )}
      <ShowMore shown={entries.length} total={treatment.historyCount} older={older} />
    </div>
  );
}
