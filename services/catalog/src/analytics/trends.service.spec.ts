import { expect, it } from 'vitest';
import type { Outcome } from '@ctdb/contracts';
import { countByInterval, subtractCounts, trendIntervals } from './trends.service.js';

const entered = (day: number, outcome: Outcome, count: number) => ({ day, outcome, count });

it('entries of a trend of first and last day of a month count for it', () => {
  const intervals = trendIntervals('6months', new Date('2026-03-15T00:00:00Z'));
  const counts = countByInterval(intervals, [
    entered(0, 'Improved', 1),
    entered(30, 'Improved', 2),
    entered(31, 'Worsened', 3),
    entered(181, 'Ongoing', 4),
    entered(182, 'Ongoing', 99),
  ]);
  expect(counts).toEqual([{ Improved: 3 }, { Worsened: 3 }, {}, {}, {}, { Ongoing: 4 }]);
});

it('entries of a trend of deleted diseases are taken out, by day and outcome', () => {
  const all = [entered(0, 'Improved', 3), entered(0, 'Worsened', 1), entered(1, 'Improved', 2)];
  const some = [entered(0, 'Improved', 2), entered(0, 'Worsened', 1)];
  const left = [entered(0, 'Improved', 1), entered(1, 'Improved', 2)];
  expect(subtractCounts(all, some)).toEqual(left);
});

const days = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 86_400_000;
const starts = (period: Parameters<typeof trendIntervals>[0], now: string) =>
  trendIntervals(period, new Date(now)).map(({ start }) => start.toISOString().slice(0, 10));

it.each([
  ['2026-01-01T00:00:00Z', '2025-10-06', '2025-12-29'],
  ['2026-01-04T23:59:59.999Z', '2025-10-06', '2025-12-29'],
  ['2026-01-05T00:00:00Z', '2025-10-13', '2026-01-05'],
  ['2024-02-29T12:00:00Z', '2023-12-04', '2024-02-26'],
])('the intervals of a period are 13 weeks from Monday to the week of %s', (now, first, last) => {
  const found = starts('3months', now);
  expect(found).toHaveLength(13);
  expect([found[0], found.at(-1)]).toEqual([first, last]);
  for (const { start, end } of trendIntervals('3months', new Date(now)))
    expect([start.getUTCDay(), days(start, end)]).toEqual([1, 7]);
});

it.each([
  ['6months', '2026-03-31T10:00:00Z', ['2025-10-01', '2026-03-01'], 6],
  ['1year', '2026-01-31T10:00:00Z', ['2025-02-01', '2026-01-01'], 12],
  ['1year', '2024-12-31T23:59:59Z', ['2024-01-01', '2024-12-01'], 12],
] as const)(
  'the intervals of a period are months for %s up to the one of %s',
  (period, now, bounds, length) => {
    const found = starts(period, now);
    expect(found).toHaveLength(length);
    expect([found[0], found.at(-1)]).toEqual(bounds);
  },
);

it('the intervals of a period follow each other without a gap, and the last one holds now', () => {
  for (const period of ['3months', '6months', '1year'] as const) {
    const now = new Date('2025-11-30T23:59:59.999Z');
    const intervals = trendIntervals(period, now);
    const ends = intervals.map(({ end }) => end);
    expect(intervals.slice(1).map(({ start }) => start)).toEqual(ends.slice(0, -1));
    const last = intervals.at(-1);
    expect(last && last.start <= now && now < last.end).toBe(true);
  }
});
