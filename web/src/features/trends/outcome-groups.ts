import { outcomeColors, outcomes, type Outcome, type Trends } from '@ctdb/contracts';

/** Outcomes of one color form one series of the chart; from the best to the undecided ones. */
export const outcomeGroups = ['green', 'yellow', 'red', 'blue', 'gray'] as const;
export type OutcomeGroup = (typeof outcomeGroups)[number];

/** The fill of each series, as a design token. */
export const groupColors: Record<OutcomeGroup, string> = {
  green: 'var(--chart-green)',
  yellow: 'var(--chart-yellow)',
  red: 'var(--chart-red)',
  blue: 'var(--chart-blue)',
  gray: 'var(--chart-gray)',
};

export const outcomesInGroup = (group: OutcomeGroup): Outcome[] =>
  outcomes.filter((outcome) => outcomeColors[outcome] === group);

export type ChartPoint = { start: string; total: number; successRate: number | null } & Record<
  OutcomeGroup,
  number
>;

/** Sums the outcomes of each series. */
export const chartPoints = (trends: Trends): ChartPoint[] =>
  trends.points.map(({ start, total, successRate, outcomes: counts }) => {
    const sum = (group: OutcomeGroup) =>
      outcomesInGroup(group).reduce((count, outcome) => count + (counts[outcome] ?? 0), 0);
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
