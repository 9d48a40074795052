import { isolate, type Patient } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { UserText } from '@/components/ui/prose';
import { useLanguage } from '@/lib/language';
import { formatDay } from '@/lib/dates';
import { usePatientDetails } from '@/lib/patient-details';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { useMergePatients, useNamesakes, useUpdatePatient } from '../api/patients';

/** Who a patient is that was made for an entry of an ambiguous name: one of the others, or another person. */
export function Undecided({ patient }: { patient: Patient }) {
  const { t } = useTranslation('patients');
  const language = useLanguage();
  const navigate = useNavigate();
  const detailsOf = usePatientDetails();
  const runAction = useRunAction();
  const query = useNamesakes(patient);
  const merging = useMergePatients();
  const update = useUpdatePatient();
  const isPending = merging.isPending || update.isPending;

  const describe = (other: Patient) => {
    const visit = other.lastDate
      ? t('lastVisit', { date: formatDay(other.lastDate, language) })
      : t('noVisit');
    return [other.name, detailsOf(other), visit].filter(Boolean).join(' · ');
  };
  const run = (decide: () => Promise<void>) =>
    runAction(t('undecided.failed'), async () => {
      await decide();
    });
  const isSameAs = (other: Patient) =>
    run(async () => {
      await merging.mutateAsync({ params: { id: other.id }, body: { otherId: patient.id } });
      toast.success(t('merge.done'));
      await navigate(`/patients/${other.id}`, { replace: true });
    });
  const isItsOwn = () =>
    run(async () => {
      const { id, version } = patient;
      const body = { isUndecided: false } as const;
      await update.mutateAsync({ params: { id }, body, ifMatch: version });
      toast.success(t('undecided.decided'));
    });

  return (
    <Notice tone="caution" className="print:hidden">
      <h3 className="font-semibold">{t('undecided.title')}</h3>
      <p>{t('undecided.text')}</p>
      {query.isPending && <Skeleton className="h-24" />}
      {query.isError && <ErrorState title={t('failed')} query={query} />}
      <ul className="my-3 flex flex-col gap-3">
        {query.data?.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center justify-between gap-3">
            <UserText>{describe(other)}</UserText>
            <Button
              aria-label={t('undecided.sameNamed', { details: isolate(describe(other)) })}
              disabled={isPending}
              onClick={() => void isSameAs(other)}
            >
              {t('undecided.same')}
            </Button>
          </li>
        ))}
      </ul>
      <Button disabled={isPending} onClick={() => void isItsOwn()}>
        {t('undecided.own')}
      </Button>
    </Notice>
  );
}
