import { outcomes, type Trends } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/components/ui/data-table';
import { Unfold } from '@/components/unfold';
import { useEnumLabels } from '@/i18n/enum-labels';
import { useLanguage } from '@/lib/language';
import { formatDay, formatMonth, formatShortDay } from '@/lib/dates';
import { formatPercent } from '@/lib/numbers';

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

type Point = Trends['points'][number];

/** The figures behind the chart; outcomes that never occurred are left out. */
export function TrendsTable({ trends }: { trends: Trends }) {
  const { t } = useTranslation('trends');
  const labels = useEnumLabels();
  const label = useStepLabel(trends.step);
  const recorded = outcomes.filter((outcome) =>
    trends.points.some((point) => (point.outcomes[outcome] ?? 0) > 0),
  );
  return (
    <Unfold title={t('table')} className="mt-6">
      <div className="mt-3">
        <DataTable
          isDense
          label={t('table')}
          rows={trends.points}
          toKey={({ start }) => start}
          columns={[
            {
              title: t(`step.${trends.step}`),
              value: ({ start }) => start,
              cell: ({ start }) => <span className="whitespace-nowrap">{label.long(start)}</span>,
            },
            ...recorded.map((outcome) => ({
              title: labels.outcome(outcome),
              value: (point: Point) => point.outcomes[outcome] ?? 0,
            })),
            { title: t('total'), value: ({ total }) => total },
            {
              title: t('successRate'),
              value: ({ successRate }) => successRate ?? -1,
              cell: ({ successRate }) => formatPercent(successRate),
            },
          ]}
        />
      </div>
    </Unfold>
  );
}
