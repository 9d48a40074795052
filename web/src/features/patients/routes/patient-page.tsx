import type { PatientEntry } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { OutcomeBadge } from '@/components/ui/badge';
import { Button, LinkButton } from '@/components/ui/button';
import { EmptyState, ErrorState, Notice } from '@/components/ui/notice';
import type { MenuEntry } from '@/components/ui/menu';
import { Skeleton } from '@/components/ui/progress';
import { LocalText, Prose, UserText } from '@/components/ui/prose';
import { getName, useLanguage, useLocalText } from '@/lib/language';
import { isCode } from '@/lib/api';
import { saveFile } from '@/lib/api/save-file';
import { formatDay } from '@/lib/dates';
import { useKeptFocus } from '@/lib/focus';
import { parseObjectId } from '@/lib/ids';
import { patientRecordQuery, usePatientDetails } from '@/lib/patient-details';
import { useSession } from '@/lib/session';
import { ErasePatient, MentionList, type Mentions } from '../components/erase-patient';
import {
  type PatientDialog,
  PatientDialogs,
  type PatientRecord,
} from '../components/patient-dialogs';
import { FollowUpForm } from '../components/patient-forms';
import { MergedPatients, Undecided } from '../components/patient-notices';

function TimelineItem({ entry }: { entry: PatientEntry }) {
  const { t } = useTranslation('patients');
  const language = useLanguage();
  const localText = useLocalText();
  return (
    <li className="relative break-inside-avoid border-s border-line ps-6 pb-8 last:border-transparent last:pb-0">
      <span
        aria-hidden
        className="absolute top-2 -left-[5px] size-2.5 rounded-full border-2 border-paper bg-ink-3"
      />
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <time dateTime={entry.date} className="font-semibold">
          {formatDay(entry.date, language)}
        </time>
        <OutcomeBadge outcome={entry.outcome} />
        <Link
          to={`/app?disease=${entry.diseaseId}`}
          className="rounded-sm text-accent underline underline-offset-4"
        >
          <UserText>{getName(entry, language)}</UserText>
        </Link>
      </div>
      <Prose
        text={localText(entry.treatmentDescription, entry.treatmentDescriptionKn)}
        className="mt-2"
      />
      <p className="mt-1 text-sm text-ink-2">
        {t('practitioner')}: <LocalText text={entry.practitioner} textKn={entry.practitionerKn} />
      </p>
    </li>
  );
}

/** The record of a patient as a file. Its name has no personal data. */
const toFile = (record: PatientRecord) => ({
  name: `patient-${record.patient.id}.json`,
  content: new Blob([JSON.stringify(record, null, 2)], { type: 'application/json' }),
});

/** One patient: the next visit, and the whole history across all diseases, so that the browser prints all of it. */
export default function PatientPage() {
  const { t } = useTranslation('patients');
  const id = parseObjectId(useParams()['id']);
  const detailsOf = usePatientDetails();
  const { can } = useSession();
  const query = useQuery({
    ...patientRecordQuery(id ?? ''),
    enabled: id !== undefined && can('tools'),
    refetchOnMount: 'always',
  });
  const [dialog, open] = useState<PatientDialog>();
  const [isErasing, askToErase] = useState(false);
  /** After an erasure, until the page is left: the texts that contain the name. */
  const [left, setLeft] = useState<Mentions>();
  const record = left || query.isError ? undefined : query.data;
  const changes = record && `${record.patient.version} ${record.merged.length}`;
  const kept = useKeptFocus<HTMLDivElement>(changes, 'section li');
  const details = record && detailsOf(record.patient);
  const isMissing = id === undefined || isCode(query.error, 'NOT_FOUND');
  const action = (label: string, run: () => void): MenuEntry => ({ kind: 'action', label, run });
  const menu = record && [
    action(t('details.label'), () => open('details')),
    action(t('print'), () => window.print()),
    action(t('export'), () => saveFile(toFile(record))),
    { kind: 'line' as const, key: 'identity' },
    action(t('merge.open'), () => open('merge')),
    ...(record.history.length > 1 ? [action(t('split.open'), () => open('split'))] : []),
    action(t('erase.open'), () => askToErase(true)),
  ];
  return (
    <Page
      needs="tools"
      // The name is not in the title, which browsers keep in their history.
      title={t('patient')}
      heading={record && <UserText>{record.patient.name}</UserText>}
      intro={details && <UserText>{details}</UserText>}
      action={
        record && (
          <Button variant="primary" onClick={() => open('entry')}>
            <Plus aria-hidden />
            {t('entry.add')}
          </Button>
        )
      }
      menu={menu}
      isNarrow
    >
      <LinkButton to="/patients" variant="link" className="mb-4 print:hidden">
        {t('back')}
      </LinkButton>
      {left && (
        <Notice role="status">
          <p>{t('mentions.after')}</p>
          <MentionList mentions={left} />
        </Notice>
      )}
      {isMissing && <EmptyState title={t('missing')}>{t('missingHint')}</EmptyState>}
      {!isMissing && query.isPending && <Skeleton className="h-96" />}
      {!isMissing && query.isError && <ErrorState title={t('failed')} query={query} />}
      {record && (
        <div {...kept} className="flex flex-col gap-6">
          {record.patient.isUndecided && <Undecided patient={record.patient} />}
          {/* Another version is another form: it shows what is stored. */}
          <FollowUpForm key={record.patient.version} patient={record.patient} />
          <MergedPatients record={record} />
          {record.history.length < record.patient.entries && (
            <p className="text-ink-2">
              {t('newestOnly', { shown: record.history.length, total: record.patient.entries })}
            </p>
          )}
          {record.history.length === 0 && <p className="text-ink-2">{t('noEntries')}</p>}
          <ol className="ms-1 empty:hidden">
            {record.history.map((entry) => (
              <TimelineItem key={entry.id} entry={entry} />
            ))}
          </ol>
          <PatientDialogs record={record} shown={dialog} onClose={() => open(undefined)} />
          <ErasePatient
            patient={record.patient}
            isAsking={isErasing}
            ask={askToErase}
            onErased={setLeft}
          />
        </div>
      )}
    </Page>
  );
}
