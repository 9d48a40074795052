import { isolate, type Patient } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { UserText } from '@/components/ui/prose';
import { call, routes } from '@/lib/api';
import { useLanguage } from '@/lib/language';
import { formatDate, formatDay } from '@/lib/dates';
import { usePatientDetails } from '@/lib/patient-details';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { usePatientMutation } from '../api/patients';
import type { PatientRecord } from './patient-dialogs';

/** Who a patient is that was made for an entry of an ambiguous name: one of the others, or another person. */
export function Undecided({ patient }: { patient: Patient }) {
  const { t } = useTranslation('patients');
  const language = useLanguage();
  const navigate = useNavigate();
  const detailsOf = usePatientDetails();
  const runAction = useRunAction();
  const { id, name, version } = patient;
  /** The others of the name, of the same practice. */
  const query = useQuery({
    queryKey: ['patients', 'namesakes', id, name],
    queryFn: async ({ signal }) => {
      const { items } = await call(routes.findNamesakes, { body: { name, patientId: id }, signal });
      return items.filter((other) => other.id !== id);
    },
    refetchOnMount: 'always',
  });
  const merging = usePatientMutation(routes.mergePatients);
  const update = usePatientMutation(routes.updatePatient);
  const isPending = merging.isPending || update.isPending;

  const describe = (other: Patient) => {
    const visit = other.lastDate
      ? t('lastVisit', { date: formatDay(other.lastDate, language) })
      : t('noVisit');
    return [other.name, detailsOf(other), visit].filter(Boolean).join(' · ');
  };
  const run = (decide: () => Promise<void>) => runAction(t('undecided.failed'), decide);
  const isSameAs = (other: Patient) =>
    run(async () => {
      await merging.mutateAsync({ params: { id: other.id }, body: { otherId: id } });
      toast.success(t('merge.done'));
      await navigate(`/patients/${other.id}`, { replace: true });
    });
  const isItsOwn = () =>
    run(async () => {
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

/** The patients that were merged into this one; each merge can be undone for 30 days. */
export function MergedPatients({ record: { patient, merged } }: { record: PatientRecord }) {
  const { t } = useTranslation('patients');
  const language = useLanguage();
  const detailsOf = usePatientDetails();
  const runAction = useRunAction();
  const undoing = usePatientMutation(routes.undoMerge);
  if (merged.length === 0) return null;

  const undo = (otherId: string) =>
    runAction(t('merged.failed'), async () => {
      await undoing.mutateAsync({ params: { id: patient.id }, body: { otherId } });
      toast.success(t('merged.undone'));
    });

  return (
    <section className="print:hidden">
      <h3 className="font-semibold">{t('merged.title')}</h3>
      <ul className="mt-2 flex flex-col gap-2">
        {merged.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0">
              <UserText>{[other.name, detailsOf(other)].filter(Boolean).join(' · ')}</UserText>
              <span className="block text-sm text-ink-2">
                {other.undoableUntil
                  ? t('merged.until', { date: formatDate(other.undoableUntil, language) })
                  : t('merged.final')}
              </span>
            </span>
            {other.undoableUntil && (
              <Button
                aria-label={t('merged.undoNamed', { name: isolate(other.name) })}
                pending={undoing.isPending}
                onClick={() => void undo(other.id)}
              >
                {t('merged.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
