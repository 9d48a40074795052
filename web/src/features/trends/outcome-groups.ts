import { outcomeColors, outcomes, type Outcome, type Trends } from '@ctdb/contracts';

/** Outcomes of one color form one series of the chart; from the best to the undecided ones. */
export const outcomeGroups = ['green', 'yellow', 'red', 'blue', 'gray'] as const;
export type OutcomeGroup = (typeof outcomeGroups)[number];

export const outcomesInGroup = (group: OutcomeGroup): Outcome[] =>
  outcomes.filter((outcome) => outcomeColors[outcome] === group);

export type ChartPoint = { start: string; total: number; successRate: number | null } & Record<
  OutcomeGroup,
  number
>;

/** Sums the outcomes of each series. */
export const chartPoints = (trends: Trends): ChartPoint[] =>
  trends.points.map(({ outcomes: counts, ...point }) => {
    const sums = outcomeGroups.map((group) => [
      group,
      outcomesInGroup(group).reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0),
    ]);
    return { ...point, ...(Object.fromEntries(sums) as Record<OutcomeGroup, number>) };
  });
