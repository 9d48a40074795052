import { expect, it } from 'vitest';
import { outcomes, type Trends } from '@ctdb/contracts';
import { chartPoints, outcomeGroups, outcomesInGroup } from './outcome-groups';

it('bands of the chart hold every outcome exactly once', () => {
  const members = outcomeGroups.flatMap(outcomesInGroup);
  expect([...members].sort()).toEqual([...outcomes].sort());
});

it('bands of the chart sum the outcomes of a step without losing any', () => {
  const counts = { Improved: 2, Resolved: 1, Worsened: 3, Ongoing: 4, 'Partial Relief': 5 };
  const point = { start: '2026-01-05T00:00:00Z', total: 15, successRate: 0.5 };
  const trends = { points: [{ ...point, outcomes: counts }] } as unknown as Trends;
  const bands = { green: 3, yellow: 5, red: 3, blue: 4, gray: 0 };
  expect(chartPoints(trends)).toEqual([{ ...point, ...bands }]);
});
