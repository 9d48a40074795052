import { describe, expect, it } from 'vitest';
import { outcomes, type Trends } from '@ctdb/contracts';
import { chartPoints, outcomeGroups, outcomesInGroup } from './outcome-groups';

describe('bands of the chart', () => {
  it('hold every outcome exactly once', () => {
    const members = outcomeGroups.flatMap(outcomesInGroup);
    expect([...members].sort()).toEqual([...outcomes].sort());
  });

  it('sum the outcomes of a step without losing any', () => {
    const counts = { Improved: 2, Resolved: 1, Worsened: 3, Ongoing: 4, 'Partial Relief': 5 };
    const trends = {
      points: [{ start: '2026-01-05T00:00:00Z', total: 15, successRate: 0.5, outcomes: counts }],
    } as Trends;
    expect(chartPoints(trends)).toEqual([
      {
        start: '2026-01-05T00:00:00Z',
        total: 15,
        successRate: 0.5,
        green: 3,
        yellow: 5,
        red: 3,
        blue: 4,
        gray: 0,
      },
    ]);
  });
});
