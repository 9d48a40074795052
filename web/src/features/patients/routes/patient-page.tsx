import type { exportPatient, PatientEntry, ReplyOf } from '@ctdb/contracts';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { OutcomeBadge } from '@/components/ui/badge';
import { Button, LinkButton } from '@/components/ui/button';
import { EmptyState, ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { LocalText, Prose, UserText } from '@/components/ui/prose';
import { getName, useLanguage, useLocalText } from '@/lib/language';
import { isCode } from '@/lib/api';
import { formatDay } from '@/lib/dates';
import { parseObjectId } from '@/lib/ids';
import { usePatientDetails } from '@/lib/patient-details';
import { usePatientRecord } from '../api/patients';
import { DetailsForm } from '../components/details-form';
import { ErasePatient } from '../components/erase-patient';
import { FollowUpForm } from '../components/follow-up-form';
import { MentionList, type Mentions } from '../components/mention-list';
import { MergePatients } from '../components/merge-patients';
import { MergedPatients } from '../components/merged-patients';
import { SplitPatient } from '../components/split-patient';
import { Undecided } from '../components/undecided';

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

function Timeline({ entries }: { entries: readonly PatientEntry[] }) {
  const { t } = useTranslation('patients');
  if (entries.length === 0) return <p className="text-ink-2">{t('noEntries')}</p>;
  return (
    <ol className="ms-1">
      {entries.map((entry) => (
        <TimelineItem key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

/** Saves the record of a patient as a file. Its name has no personal data. */
const saveFile = (id: string, content: unknown) => {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
  );
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: `patient-${id}.json`,
  });
  link.click();
  URL.revokeObjectURL(url);
};

interface RecordProps {
  record: ReplyOf<typeof exportPatient>;
}

function PatientActions({
  record,
  onErased,
}: RecordProps & { onErased: (mentions: Mentions) => void }) {
  const { t } = useTranslation('patients');
  const { patient } = record;
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      <Button onClick={() => window.print()}>
        <Printer aria-hidden />
        {t('print')}
      </Button>
      <Button onClick={() => saveFile(patient.id, record)}>
        <Download aria-hidden />
        {t('export')}
      </Button>
      <MergePatients patient={patient} />
      {record.history.length > 1 && <SplitPatient record={record} />}
      <ErasePatient patient={patient} onErased={onErased} />
    </div>
  );
}

function Record({ id }: { id: string }) {
  const { t } = useTranslation('patients');
  const detailsOf = usePatientDetails();
  const query = usePatientRecord(id);
  /** After an erasure, until the page is left: the texts that contain the name. */
  const [left, setLeft] = useState<Mentions>();
  if (left)
    return (
      <Notice role="status">
        <p>{t('mentions.after')}</p>
        <MentionList mentions={left} />
      </Notice>
    );
  if (query.isPending) return <Skeleton className="h-96" />;
  if (isCode(query.error, 'NOT_FOUND'))
    return <EmptyState title={t('missing')}>{t('missingHint')}</EmptyState>;
  if (query.isError) return <ErrorState title={t('failed')} query={query} />;
  const { patient, history, merged } = query.data;
  const details = detailsOf(patient);
  return (
    <div className="flex flex-col gap-6">
      <h2 className="text-xl">
        <UserText>{patient.name}</UserText>
      </h2>
      {details && (
        <p className="text-ink-2">
          <UserText>{details}</UserText>
        </p>
      )}
      {patient.isUndecided && <Undecided patient={patient} />}
      <PatientActions record={query.data} onErased={setLeft} />
      {/* Another version is another form: it shows what is stored. */}
      <FollowUpForm key={`visit ${patient.version}`} patient={patient} />
      <DetailsForm key={`details ${patient.version}`} patient={patient} />
      <MergedPatients patient={patient} merged={merged} />
      {history.length < patient.entries && (
        <p className="text-ink-2">
          {t('newestOnly', { shown: history.length, total: patient.entries })}
        </p>
      )}
      <Timeline entries={history} />
    </div>
  );
}

/** One patient: the next visit, and the history across all diseases. */
export default function PatientPage() {
  const { t } = useTranslation('patients');
  const id = parseObjectId(useParams()['id']);
  return (
    // The name is not in the title, which browsers keep in their history.
    <Page needs="tools" title={t('patient')} isNarrow>
      <LinkButton to="/patients" variant="link" className="mb-4 print:hidden">
        {t('back')}
      </LinkButton>
      {id ? <Record id={id} /> : <EmptyState title={t('missing')}>{t('missingHint')}</EmptyState>}
    </Page>
  );
}
