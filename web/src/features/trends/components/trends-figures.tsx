import { outcomeColors, outcomes, type Outcome, type Trends } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { DataTable } from '@/components/ui/data-table';
import { Unfold } from '@/components/unfold';
import { useEnumLabels } from '@/i18n/enum-labels';
import { formatDay, formatMonth, formatShortDay } from '@/lib/dates';
import { useLanguage } from '@/lib/language';
import { formatPercent } from '@/lib/numbers';

const HEIGHT = 320;

/** Outcomes of one color form one series of the chart; from the best to the undecided ones. */
export const outcomeGroups = ['green', 'yellow', 'red', 'blue', 'gray'] as const;

export const outcomesInGroup = (group: (typeof outcomeGroups)[number]): Outcome[] =>
  outcomes.filter((outcome) => outcomeColors[outcome] === group);

/** Each step with the sums of the outcomes of each series. */
export const chartPoints = ({ points }: Pick<Trends, 'points'>) =>
  points.map(({ start, outcomes: counts }) => {
    const sums = outcomeGroups.map((group) => [
      group,
      outcomesInGroup(group).reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0),
    ]);
    return { start, ...(Object.fromEntries(sums) as Record<string, number>) };
  });

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

/** Entries of each step, stacked by outcome. The table below shows the same numbers. */
export function TrendsChart({ trends }: { trends: Trends }) {
  const { t } = useTranslation('trends');
  const label = useStepLabel(trends.step);
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <div aria-hidden className="text-sm">
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <BarChart
          accessibilityLayer={false}
          data={chartPoints(trends)}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="start"
            tickFormatter={label.short}
            tick={{ fill: 'var(--ink-3)' }}
            stroke="var(--line)"
            tickLine={false}
            minTickGap={12}
          />
          <YAxis
            width={28}
            allowDecimals={false}
            tick={{ fill: 'var(--ink-3)' }}
            stroke="none"
            tickLine={false}
          />
          <Tooltip
            cursor={{ fill: 'var(--sunk)' }}
            isAnimationActive={!still}
            animationDuration={120}
            labelFormatter={(start) => label.long(String(start))}
            contentStyle={{
              background: 'var(--raised)',
              border: '1px solid var(--line)',
              borderRadius: 'var(--radius)',
              color: 'var(--ink)',
            }}
            itemStyle={{ color: 'var(--ink)' }}
          />
          <Legend
            itemSorter={null}
            iconType="square"
            formatter={(name: string) => <span className="text-ink-2">{name}</span>}
          />
          {outcomeGroups.map((group) => (
            <Bar
              key={group}
              dataKey={group}
              name={t(`group.${group}`)}
              stackId="outcomes"
              fill={`var(--chart-${group})`}
              maxBarSize={40}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

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
