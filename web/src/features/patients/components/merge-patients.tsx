import { MAX_NAME_LENGTH, type Patient } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Select } from '@/components/ui/field';
import { ErrorState } from '@/components/ui/notice';
import { Pagination } from '@/components/ui/pagination';
import { Skeleton } from '@/components/ui/progress';
import { SearchField } from '@/components/ui/search-field';
import { usePatientDetails } from '@/lib/patient-details';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { useMergePatients, usePatients } from '../api/patients';

interface MergeFormProps {
  patient: Patient;
  onClose: () => void;
}

function MergeForm({ patient, onClose }: MergeFormProps) {
  const { t } = useTranslation(['patients', 'common']);
  const runAction = useRunAction();
  const [wanted, want] = useState({ name: '', dueUntil: '', page: 1 });
  const [otherId, setOtherId] = useState('');
  const query = usePatients(wanted);
  const merging = useMergePatients();
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

/** Says that another spelling is the same patient. */
export function MergePatients({ patient }: { patient: Patient }) {
  const { t } = useTranslation('patients');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('merge.open')}</Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={t('merge.title')}>
        <MergeForm patient={patient} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}
