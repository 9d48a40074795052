import { describe, expect, it } from 'vitest';
import { trendIntervals } from './trend-intervals.js';
import { countByInterval, subtractCounts } from './trends.service.js';

describe('sorting days into intervals', () => {
  it('puts first and last day of each month into it', () => {
    const intervals = trendIntervals('6months', new Date('2026-03-15T00:00:00Z'));
    const counts = countByInterval(intervals, [
      { day: 0, outcome: 'Improved', count: 1 },
      { day: 30, outcome: 'Improved', count: 2 },
      { day: 31, outcome: 'Worsened', count: 3 },
      { day: 181, outcome: 'Ongoing', count: 4 },
      { day: 182, outcome: 'Ongoing', count: 99 },
    ]);
    expect(counts).toEqual([{ Improved: 3 }, { Worsened: 3 }, {}, {}, {}, { Ongoing: 4 }]);
  });
});

describe('taking the entries of deleted diseases out', () => {
  it('leaves what is left of each day and outcome', () => {
    const all = [
      { day: 0, outcome: 'Improved', count: 3 },
      { day: 0, outcome: 'Worsened', count: 1 },
      { day: 1, outcome: 'Improved', count: 2 },
    ] as const;
    const some = [
      { day: 0, outcome: 'Improved', count: 2 },
      { day: 0, outcome: 'Worsened', count: 1 },
    ] as const;
    expect(subtractCounts(all, some)).toEqual([
      { day: 0, outcome: 'Improved', count: 1 },
      { day: 1, outcome: 'Improved', count: 2 },
    ]);
  });
});
