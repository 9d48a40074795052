import { toObjectId } from '@ctdb/chassis';
import { DomainError, type Requests, type TrendPeriod, type Trends } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { CachedFigures } from '../diseases/projection/cached-figures.js';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import { AnalyticsRepository, DAY_MS, type OutcomesOfDay } from './analytics.repository.js';
import { addCounts, successRate, countEntries, type OutcomeCounts } from './success-rate.js';

/** One point of a chart: from `start` up to, not including, `end`. */
interface TrendInterval {
  start: Date;
  end: Date;
}
type TrendIntervals = [TrendInterval, ...TrendInterval[]];

/** How many weeks or months a period has. */
const lengths = { '3months': 13, '6months': 6, '1year': 12 } as const;

/** The unit of a period's intervals. */
const intervalUnit = (period: TrendPeriod): 'week' | 'month' =>
  period === '3months' ? 'week' : 'month';

/** The intervals of a period, oldest first; the last one holds `now`. Weeks begin on Monday, all in UTC. */
export const trendIntervals = (period: TrendPeriod, now: Date): TrendIntervals => {
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
  })) as TrendIntervals;
};

/** Sorts days into intervals. Intervals begin at midnight, so that no day belongs to two of them. */
export const countByInterval = (
  intervals: Readonly<TrendIntervals>,
  days: readonly OutcomesOfDay[],
): OutcomeCounts[] => {
  const counts: OutcomeCounts[] = intervals.map(() => ({}));
  const begin = intervals[0].start.getTime();
  for (const { day, outcome, count } of days) {
    const moment = begin + day * DAY_MS;
    const at = counts[intervals.findIndex(({ end }) => moment < end.getTime())];
    if (at) addCounts(at, outcome, count);
  }
  return counts;
};

/** Outcomes over time. */
@Injectable()
export class TrendsService {
  constructor(
    private readonly analytics: AnalyticsRepository,
    private readonly registry: RegistryProjection,
    private readonly figures: CachedFigures,
  ) {}

  async get(request: Requests['getTrends'], now = new Date()): Promise<Trends> {
    const intervals = trendIntervals(request.period, now);
    const { period, diseaseId } = request;
    if (diseaseId !== undefined && !(await this.registry.get(diseaseId)))
      throw new DomainError('NOT_FOUND', { kind: 'disease' });
    const question = `trends ${period} ${intervals[0].start.getTime()} ${diseaseId ?? ''}`;
    return this.figures.get(question, () => this.compute(request, intervals));
  }

  private async compute(request: Requests['getTrends'], intervals: TrendIntervals) {
    const { period, diseaseId } = request;
    const from = intervals[0].start;
    const to = intervals.at(-1)?.end ?? from;
    const { days, samples } = await this.days(from, to, diseaseId);
    const all: OutcomeCounts = {};
    for (const { outcome, count } of days) addCounts(all, outcome, count);
    return {
      period,
      step: intervalUnit(period),
      from: from.toISOString(),
      to: to.toISOString(),
      points: countByInterval(intervals, days).map((outcomes, index) => ({
        start: (intervals[index]?.start ?? from).toISOString(),
        total: countEntries(outcomes),
        successRate: successRate(outcomes),
        outcomes,
      })),
      samples: samples && days.length > 0,
      total: countEntries(all),
      successRate: successRate(all),
    };
  }

  /** The counted days, and whether their entries are samples. */
  private async days(from: Date, to: Date, diseaseId?: string) {
    const { hidden, samples } = await this.analytics.findScope();
    const count = (diseaseIds?: readonly Types.ObjectId[]) =>
      this.analytics.outcomesByDay(from, to, { samples, diseaseIds });
    if (diseaseId !== undefined) return { days: await count([toObjectId(diseaseId)]), samples };
    const [all, ofHidden] = await Promise.all([count(), hidden.length > 0 ? count(hidden) : []]);
    return { days: subtractCounts(all, ofHidden), samples };
  }
}

/** Takes the counts of some entries out of those of all. */
export const subtractCounts = (all: readonly OutcomesOfDay[], some: readonly OutcomesOfDay[]) => {
  const keyOf = ({ day, outcome }: OutcomesOfDay) => `${day} ${outcome}`;
  const less = new Map(some.map((of) => [keyOf(of), of.count]));
  return all
    .map((of) => ({ ...of, count: of.count - (less.get(keyOf(of)) ?? 0) }))
    .filter(({ count }) => count > 0);
};
