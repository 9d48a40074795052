import { MAX_NAME_LENGTH, type Patient } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { Badge, OutcomeBadge } from '@/components/ui/badge';
import { ListRow } from '@/components/ui/list-row';
import { EmptyState } from '@/components/ui/notice';
import { PagedList } from '@/components/ui/paged-list';
import { UserText } from '@/components/ui/prose';
import { SearchField } from '@/components/ui/search-field';
import { ViewTabs } from '@/components/ui/tabs';
import { useLanguage } from '@/lib/language';
import { addDays, formatDay, useToday } from '@/lib/dates';
import { usePatientDetails } from '@/lib/patient-details';
import { useSession } from '@/lib/session';
import { usePatients } from '../api/patients';

const views = ['all', 'due', 'undecided'] as const;
type View = (typeof views)[number];

function PatientRow({ patient }: { patient: Patient }) {
  const { t } = useTranslation('patients');
  const language = useLanguage();
  const { isAdmin } = useSession();
  const today = useToday();
  const { name, followUpOn, isUndecided, lastOutcome, lastPractitioner } = patient;
  const details = usePatientDetails()(patient);
  const [first, last] = [patient.firstDate, patient.lastDate].map(
    (date) => date && formatDay(date, language),
  );
  return (
    <ListRow
      title={
        <>
          <Link
            to={`/patients/${patient.id}`}
            className="rounded-sm text-accent underline decoration-1 underline-offset-4 hover:text-accent-hover"
          >
            <UserText>{name}</UserText>
          </Link>
          {details && (
            <span className="font-normal text-ink-2">
              {' · '}
              <UserText>{details}</UserText>
            </span>
          )}
        </>
      }
      actions={
        <>
          {isUndecided && <Badge tone="amber">{t('undecided.badge')}</Badge>}
          {followUpOn && (
            <Badge tone={followUpOn < today ? 'red' : 'blue'}>
              {t(followUpOn < today ? 'overdueSince' : 'nextVisitOn', {
                date: formatDay(followUpOn, language),
              })}
            </Badge>
          )}
          {lastOutcome && <OutcomeBadge outcome={lastOutcome} />}
        </>
      }
    >
      <p>
        {t('entries', { count: patient.entries })}
        {last && (
          <span>
            {' · '}
            {first === last ? last : t('range', { first, last })}
          </span>
        )}
        {/* Of all holders: two may have a patient of the same name. */}
        {isAdmin && lastPractitioner && (
          <span>
            {' · '}
            <UserText>{lastPractitioner}</UserText>
          </span>
        )}
      </p>
    </ListRow>
  );
}

function PatientList({ view }: { view: View }) {
  const { t } = useTranslation('patients');
  const today = useToday();
  const dueUntil = view === 'due' ? addDays(today, 6) : undefined;
  const state = view === 'undecided' ? view : undefined;
  const [wanted, want] = useState({ name: '', page: 1 });
  const query = usePatients({ ...wanted, dueUntil, state });
  return (
    <div className="flex flex-col gap-4">
      <SearchField
        label={t('search')}
        maxLength={MAX_NAME_LENGTH}
        onSearch={(name) => want({ ...wanted, name, page: 1 })}
      />
      <PagedList
        query={query}
        page={wanted.page}
        onPage={(page) => want({ ...wanted, page })}
        failed={t('failed')}
        empty={
          <EmptyState title={t(wanted.name ? 'none.found' : `none.${view}`)}>
            {wanted.name ? undefined : t(`noneHint.${view}`)}
          </EmptyState>
        }
        row={(patient) => <PatientRow key={patient.id} patient={patient} />}
      />
    </div>
  );
}

/** The reader's own patients, for administrators all, and who is due for a visit. */
export default function PatientsPage() {
  const { t } = useTranslation('patients');
  return (
    <Page needs="tools" title={t('title')} intro={t('intro')} isNarrow>
      <ViewTabs views={views} label={t('views.label')} toName={(view) => t(`views.${view}`)}>
        {(view) => <PatientList view={view} />}
      </ViewTabs>
    </Page>
  );
}
