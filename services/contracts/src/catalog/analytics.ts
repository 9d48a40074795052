import { z } from 'zod';
import { access } from '../authorisation.js';
import { endpoint } from '../endpoint.js';
import { objectId, timestamp } from '../records.js';
import { category, outcome } from '../constants/schemas.js';

/** Periods of the trends chart; the first is the default. */
export const trendPeriods = ['3months', '6months', '1year'] as const;
const trendPeriod = z.enum(trendPeriods);
/** One of {@link trendPeriods}. */
export type TrendPeriod = z.infer<typeof trendPeriod>;

const count = z.number().int();
const successRate = z.number().min(0).max(1).nullable();
const outcomes = z.partialRecord(outcome, count);

/** How often each outcome occurred in one week or month that begins at `start`. */
const trendPoint = z.object({ start: timestamp, total: count, successRate, outcomes });

/** The entries counted are samples: the registry has no others. */
const samples = z.boolean().default(false);

/** Outcomes over time: weeks for 3 months, months otherwise. Empty steps are present with zeros. */
export const trends = z.object({
  period: trendPeriod,
  step: z.enum(['week', 'month']),
  from: timestamp,
  to: timestamp,
  points: z.array(trendPoint),
  samples,
  total: count,
  successRate,
});
/** See {@link trends}. */
export type Trends = z.infer<typeof trends>;

/**
 * The registry in figures. A treatment is active while its disease is not deleted;
 * `successRate` is null while no entry has a final outcome; patients are counted by distinct name.
 */
export const analytics = z.object({
  samples,
  diseases: count,
  activeTreatments: count,
  successRate,
  patients: count,
  historyEntries: count,
  entriesLast30Days: count,
  outcomes,
  categories: z.array(z.object({ category, diseases: count, historyEntries: count, successRate })),
});
/** See {@link analytics}. */
export type Analytics = z.infer<typeof analytics>;

/** Outcomes over time, for one disease or all. */
export const getTrends = endpoint('GET /api/trends', {
  summary: 'Outcomes over time',
  access: access.passWith('analytics'),
  query: z.strictObject({
    period: trendPeriod.default('3months'),
    diseaseId: objectId.optional(),
  }),
  errors: ['NOT_FOUND'],
  message: 'catalog.trends.get',
  reply: trends,
});
/** Counts and rates over the whole registry. */
export const getAnalytics = endpoint('GET /api/analytics', {
  summary: 'The registry in figures',
  access: access.passWith('analytics'),
  message: 'catalog.analytics.get',
  reply: analytics,
});
