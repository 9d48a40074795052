import type { TrendPeriod } from '@ctdb/contracts';

/** One point of a chart: from `start` up to, not including, `end`. */
export interface TrendInterval {
  start: Date;
  end: Date;
}

/** Milliseconds of a UTC day. */
export const DAY_MS = 86_400_000;

const WEEKS = 13;
const months = { '6months': 6, '1year': 12 } as const;

const weekIntervals = (now: Date): TrendInterval[] => {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: WEEKS }, (_, index) => {
    const start = monday - (WEEKS - 1 - index) * 7 * DAY_MS;
    return { start: new Date(start), end: new Date(start + 7 * DAY_MS) };
  });
};

const monthIntervals = (count: number, now: Date): TrendInterval[] => {
  const first = (offset: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
  return Array.from({ length: count }, (_, index) => ({
    start: first(index - count + 1),
    end: first(index - count + 2),
  }));
};

/** The unit of a period's intervals. */
export const intervalUnit = (period: TrendPeriod): 'week' | 'month' =>
  period === '3months' ? 'week' : 'month';

/** The intervals of a period, oldest first; the last one holds `now`. Weeks begin on Monday, all in UTC. */
export const trendIntervals = (
  period: TrendPeriod,
  now: Date,
): [TrendInterval, ...TrendInterval[]] =>
  (period === '3months' ? weekIntervals(now) : monthIntervals(months[period], now)) as [
    TrendInterval,
    ...TrendInterval[],
  ];
