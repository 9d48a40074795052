import { expect, it } from 'vitest';
import type { Outcome } from '@ctdb/contracts';
import { trendIntervals } from './trend-intervals.js';
import { countByInterval, subtractCounts } from './trends.service.js';

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
