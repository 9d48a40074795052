import type { Trends } from '@ctdb/contracts';
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
import { chartPoints, outcomeGroups } from '../outcome-groups';
import { useStepLabel } from './trends-table';

const HEIGHT = 320;

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
