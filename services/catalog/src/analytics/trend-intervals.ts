import type { TrendPeriod } from '@ctdb/contracts';

/** One point of a chart: from `start` up to, not including, `end`. */
export interface TrendInterval {
  start: Date;
  end: Date;
}

/** Milliseconds of a UTC day. */
export const DAY_MS = 86_400_000;

/** How many weeks or months a period has. */
const lengths = { '3months': 13, '6months': 6, '1year': 12 } as const;

/** The unit of a period's intervals. */
export const intervalUnit = (period: TrendPeriod): 'week' | 'month' =>
  period === '3months' ? 'week' : 'month';

/** The intervals of a period, oldest first; the last one holds `now`. Weeks begin on Monday, all in UTC. */
export const trendIntervals = (
  period: TrendPeriod,
  now: Date,
): [TrendInterval, ...TrendInterval[]] => {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const monday = now.getUTCDate() - ((now.getUTCDay() + 6) % 7);
  const length = lengths[period];
  const startOf = (index: number) => {
    const offset = index - length + 1;
    return intervalUnit(period) === 'week'
      ? new Date(Date.UTC(year, month, monday + 7 * offset))
      : new Date(Date.UTC(year, month + offset, 1));
  };
  return Array.from({ length }, (_, index) => ({
    start: startOf(index),
    end: startOf(index + 1),
  })) as [TrendInterval, ...TrendInterval[]];
};
