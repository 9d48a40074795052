import { outcomes, type Trends } from '@ctdb/contracts';
import { format } from 'date-fns/format';
import { enUS } from 'date-fns/locale/en-US';
import { kn } from 'date-fns/locale/kn';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/components/ui/data-table';
import { useEnumLabels } from '@/i18n/enum-labels';
import { useLanguage } from '@/i18n/language';
import { formatPercent } from '@/lib/numbers';

const locales = { en: enUS, kn };

/** Steps begin at midnight UTC: their calendar day is the same for every reader. */
const calendarDay = (start: string): Date => {
  const [year = 0, month = 1, day = 1] = start.slice(0, 10).split('-').map(Number);
  return new Date(year, month - 1, day);
};

/** Names of a week or month: short for an axis, long for a table. */
export const useStepLabel = (step: 'week' | 'month') => {
  const { t } = useTranslation('trends');
  const language = useLanguage();
  const write = (start: string, pattern: string) =>
    format(calendarDay(start), pattern, { locale: locales[language] });
  return {
    short: (start: string) => write(start, step === 'week' ? 'MMM d' : 'MMM yy'),
    long: (start: string) =>
      step === 'week'
        ? t('weekOf', { date: write(start, 'MMMM d, yyyy') })
        : write(start, 'MMMM yyyy'),
  };
};

/** The figures behind the chart; outcomes that never occurred are left out. */
export function TrendsTable({ trends }: { trends: Trends }) {
  const { t } = useTranslation('trends');
  const labels = useEnumLabels();
  const label = useStepLabel(trends.step);
  const recorded = outcomes.filter((outcome) =>
    trends.points.some((point) => (point.outcomes[outcome] ?? 0) > 0),
  );
  return (
    <details className="mt-6">
      <summary className="w-fit rounded-sm font-semibold text-accent">{t('table')}</summary>
      <div className="mt-3">
        <DataTable
          label={t('table')}
          rowHeading={t(`step.${trends.step}`)}
          columns={[...recorded.map(labels.outcome), t('total'), t('successRate')]}
          rows={trends.points.map((point) => ({
            key: point.start,
            heading: <span className="whitespace-nowrap">{label.long(point.start)}</span>,
            cells: [
              ...recorded.map((outcome) => point.outcomes[outcome] ?? 0),
              <span key="total" className="font-semibold">
                {point.total}
              </span>,
              formatPercent(point.successRate),
            ],
          }))}
          className="text-sm"
        />
      </div>
    </details>
  );
}
