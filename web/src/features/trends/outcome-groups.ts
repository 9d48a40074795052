import { outcomeColours, outcomes, type Outcome, type Trends } from '@ctdb/contracts';

/** Outcomes of one colour are one band of the chart; from the best to what says nothing yet. */
export const groups = ['green', 'yellow', 'red', 'blue', 'gray'] as const;
export type OutcomeGroup = (typeof groups)[number];

/** The fill of each band, as a design token. */
export const fills: Record<OutcomeGroup, string> = {
  green: 'var(--chart-green)',
  yellow: 'var(--chart-yellow)',
  red: 'var(--chart-red)',
  blue: 'var(--chart-blue)',
  gray: 'var(--chart-gray)',
};

export const membersOf = (group: OutcomeGroup): Outcome[] =>
  outcomes.filter((outcome) => outcomeColours[outcome] === group);

export type ChartPoint = { start: string; total: number; successRate: number | null } & Record<
  OutcomeGroup,
  number
>;

/** Sums the outcomes of each band. */
export const chartPoints = (trends: Trends): ChartPoint[] =>
  trends.points.map(({ start, total, successRate, outcomes: counts }) => {
    const sum = (group: OutcomeGroup) =>
      membersOf(group).reduce((count, outcome) => count + (counts[outcome] ?? 0), 0);
    return {
      start,
      total,
      successRate,
      green: sum('green'),
      yellow: sum('yellow'),
      red: sum('red'),
      blue: sum('blue'),
      gray: sum('gray'),
    };
  });
