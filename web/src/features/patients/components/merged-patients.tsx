import { isolate, type MergedPatient, type Patient } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { UserText } from '@/components/ui/prose';
import { useLanguage } from '@/lib/language';
import { formatDate } from '@/lib/dates';
import { usePatientDetails } from '@/lib/patient-details';
import { useRunAction } from '@/lib/run-action';
import { toast } from '@/lib/toast';
import { useUndoMerge } from '../api/patients';

interface MergedPatientsProps {
  patient: Patient;
  merged: readonly MergedPatient[];
}

/** The patients that were merged into this one; each merge can be undone for 30 days. */
export function MergedPatients({ patient, merged }: MergedPatientsProps) {
  const { t } = useTranslation('patients');
  const language = useLanguage();
  const detailsOf = usePatientDetails();
  const runAction = useRunAction();
  const undoing = useUndoMerge();
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
