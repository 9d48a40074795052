import { outcomes, type Trends } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/components/ui/data-table';
import { useEnumLabels } from '@/i18n/enum-labels';
import { useLanguage } from '@/lib/language';
import { formatDay, formatMonth, formatShortDay } from '@/lib/dates';
import { formatInteger, formatPercent } from '@/lib/numbers';

/** Names of a week or month, which begins at midnight UTC: short for an axis, long for a table. */
export const useStepLabel = (step: 'week' | 'month') => {
  const { t } = useTranslation('trends');
  const language = useLanguage();
  return {
    short: (start: string) =>
      step === 'week' ? formatShortDay(start, language) : formatMonth(start, language, 'short'),
    long: (start: string) =>
      step === 'week'
        ? t('weekOf', { date: formatDay(start, language) })
        : formatMonth(start, language, 'long'),
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
              ...recorded.map((outcome) => formatInteger(point.outcomes[outcome] ?? 0)),
              <span key="total" className="font-semibold">
                {formatInteger(point.total)}
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
