import {
  type exportPatient,
  MAX_NAME_LENGTH,
  type Patient,
  type PatientEntry,
  type ReplyOf,
} from '@ctdb/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Select } from '@/components/ui/field';
import { ErrorState } from '@/components/ui/notice';
import { Pagination } from '@/components/ui/pagination';
import { Skeleton } from '@/components/ui/progress';
import { SearchField } from '@/components/ui/search-field';
import { UserText } from '@/components/ui/prose';
import { call, routes } from '@/lib/api';
import { formatDay } from '@/lib/dates';
import { getName, useLanguage, useNameSort } from '@/lib/language';
import { type EntryState, usePatientDetails } from '@/lib/patient-details';
import { useRequestKey } from '@/lib/request-key';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { usePatientMutation, usePatients } from '../api/patients';
import { DetailsForm } from './patient-forms';

/** A patient with all entries. */
export type PatientRecord = ReplyOf<typeof exportPatient>;

function MergeForm({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const { t } = useTranslation(['patients', 'common']);
  const runAction = useRunAction();
  const [wanted, want] = useState({ name: '', page: 1 });
  const [otherId, setOtherId] = useState('');
  const query = usePatients(wanted);
  const merging = usePatientMutation(routes.mergePatients);
  const detailsOf = usePatientDetails();
  const { items = [], pages = 1 } = query.data ?? {};
  const others = items.filter(
    ({ id, practice }) => id !== patient.id && practice === patient.practice,
  );
  const chosen = others.find(({ id }) => id === otherId);

  const merge = (other: Patient) =>
    runAction(t('patients:merge.failed'), async () => {
      await merging.mutateAsync({ params: { id: patient.id }, body: { otherId: other.id } });
      toast.success(t('patients:merge.done'));
      onClose();
    });

  return (
    <div className="flex flex-col gap-4">
      <SearchField
        label={t('patients:search')}
        maxLength={MAX_NAME_LENGTH}
        onSearch={(name) => want({ ...wanted, name, page: 1 })}
      />
      {query.isPending && <Skeleton className="h-40" />}
      {query.isError && <ErrorState title={t('patients:failed')} query={query} />}
      {others.length > 0 && (
        <Field
          label={t('patients:merge.other')}
          help={t('patients:merge.help', { name: patient.name })}
        >
          <Select
            value={chosen?.id ?? ''}
            onChange={setOtherId}
            options={[
              { value: '', label: t('patients:merge.choose') },
              ...others.map((other) => ({
                value: other.id,
                label: [other.name, detailsOf(other)].filter(Boolean).join(' · '),
              })),
            ]}
          />
        </Field>
      )}
      {query.isSuccess && others.length === 0 && (
        <p>{t(items.length > 0 || !wanted.name ? 'patients:merge.none' : 'patients:none.found')}</p>
      )}
      {pages > 1 && (
        <Pagination page={wanted.page} pages={pages} onPage={(page) => want({ ...wanted, page })} />
      )}
      <div className="flex flex-wrap gap-3">
        {chosen && (
          <Button variant="primary" pending={merging.isPending} onClick={() => void merge(chosen)}>
            {t('patients:merge.confirm')}
          </Button>
        )}
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      </div>
    </div>
  );
}

function SplitForm({ record, onClose }: { record: PatientRecord; onClose: () => void }) {
  const { t } = useTranslation(['patients', 'common']);
  const language = useLanguage();
  const navigate = useNavigate();
  const runAction = useRunAction();
  const [chosen, choose] = useState<readonly string[]>([]);
  const request = useRequestKey();
  const splitting = usePatientMutation(routes.splitPatient);
  const toggle = ({ id }: PatientEntry) =>
    choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);

  const split = async () => {
    const body = { entryIds: [...chosen] };
    const params = { id: record.patient.id };
    await runAction(t('patients:split.failed'), async () => {
      const idempotencyKey = request.keyFor(body);
      const { id } = await splitting.mutateAsync({ params, body, idempotencyKey });
      onClose();
      toast.success(t('patients:split.done'));
      await navigate(`/patients/${id}`);
    });
  };

  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-2">
        {record.history.map((entry) => (
          <li key={entry.id}>
            <label className="flex gap-3">
              <input
                type="checkbox"
                checked={chosen.includes(entry.id)}
                onChange={() => toggle(entry)}
                className="mt-[0.2em] size-5 shrink-0 accent-(--accent)"
              />
              <UserText>
                {[formatDay(entry.date, language), getName(entry, language)].join(' · ')}
              </UserText>
            </label>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          pending={splitting.isPending}
          onClick={() => void split()}
        >
          {t('patients:split.confirm')}
        </Button>
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      </div>
    </div>
  );
}

/** The first diseases that a search finds, each a link to a new history entry of the patient. */
function DiseaseChoice({ patient }: { patient: Patient }) {
  const { t } = useTranslation('patients');
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const sort = useNameSort(search);
  const query = useQuery({
    queryKey: ['registry', 'list', 'search', search, sort],
    queryFn: ({ signal }) => call(routes.listDiseases, { query: { search, sort }, signal }),
    placeholderData: keepPreviousData,
  });
  const state: EntryState = { patientId: patient.id };
  return (
    <div className="flex flex-col gap-4">
      <SearchField label={t('entry.search')} maxLength={MAX_NAME_LENGTH} onSearch={setSearch} />
      {query.isPending && <Skeleton className="h-40" />}
      {query.isError && <ErrorState query={query} />}
      {query.data?.length === 0 && <p className="text-ink-2">{t('entry.none')}</p>}
      <ul className="empty:hidden">
        {query.data?.map((disease) => (
          <li key={disease.id} className="border-b border-line last:border-b-0">
            <Link
              to={`/app?disease=${disease.id}&tab=history`}
              state={state}
              className="flex min-h-(--control) items-center text-accent underline underline-offset-4"
            >
              <UserText>{getName(disease, language)}</UserText>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The dialogs of a patient's page. */
export type PatientDialog = 'entry' | 'details' | 'merge' | 'split';

interface PatientDialogsProps {
  record: PatientRecord;
  shown: PatientDialog | undefined;
  onClose: () => void;
}

/** Begins an entry of a patient, and changes who the patient is. */
export function PatientDialogs({ record, shown, onClose }: PatientDialogsProps) {
  const { t } = useTranslation('patients');
  const { patient } = record;
  const dialog = (name: PatientDialog) => ({ open: shown === name, onOpenChange: onClose });
  return (
    <>
      <Dialog {...dialog('entry')} title={t('entry.title')}>
        <DiseaseChoice patient={patient} />
      </Dialog>
      <Dialog {...dialog('details')} title={t('details.label')}>
        {/* Another version is another form: it shows what is stored. */}
        <DetailsForm key={patient.version} patient={patient} onClose={onClose} />
      </Dialog>
      <Dialog {...dialog('merge')} title={t('merge.title')}>
        <MergeForm patient={patient} onClose={onClose} />
      </Dialog>
      <Dialog {...dialog('split')} title={t('split.title')} description={t('split.text')}>
        <SplitForm record={record} onClose={onClose} />
      </Dialog>
    </>
  );
}
