import { availableParallelism, cpus } from 'node:os';
import type { RecordableHistogram } from 'node:perf_hooks';
import { OUR_LIST, type Goal } from './rows.ts';

/** What was measured of one server. Times are milliseconds. */
export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  /** Responses without status 2xx. */
  failed: number;
  firstFailure?: string;
}

export interface Result {
  work: string;
  goal: Goal;
  product?: Figures;
  pocketBase?: Figures;
  megabytes?: number;
  /** What the goal is about: times another figure of the run, responses a second, or megabytes. */
  reached: number;
  met: boolean;
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** The median of the turns' rates, and the response times of all turns. */
export function summarise(
  rates: number[],
  latencies: RecordableHistogram,
  failures: string[],
): Figures {
  const sorted = rates.toSorted((one, other) => one - other);
  const toMs = (share: number) => round(latencies.percentile(share) / 1_000, 1);
  const perSecond = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return {
    perSecond: round(perSecond, 0),
    p50: toMs(50),
    p99: toMs(99),
    failed: failures.length,
    ...(failures[0] !== undefined && { firstFailure: failures[0] }),
  };
}

/** @param list the product's list, with which other work is compared */
export function judge(
  work: string,
  goal: Goal,
  measured: { product?: Figures; pocketBase?: Figures; megabytes?: number },
  list?: Figures,
): Result {
  const { product, pocketBase, megabytes = 0 } = measured;
  const { limit, unit } = goal;
  if (unit === ' MB')
    return { work, goal, ...measured, reached: megabytes, met: megabytes <= limit };
  const rate = product?.perSecond ?? 0;
  const other = unit === OUR_LIST ? list : pocketBase;
  const reached = unit === '/s' ? rate : round(rate / (other?.perSecond ?? 0), 2);
  return { work, goal, ...measured, reached, met: product?.failed === 0 && reached >= limit };
}

function formatFigures(figures: Figures | undefined): string[] {
  if (figures === undefined) return ['-', '-'];
  const { perSecond, p50, p99, failed } = figures;
  const rate = `${perSecond.toLocaleString('en')}/s`;
  return [
    failed === 0 ? rate : `${rate}, ${failed} failed`,
    `${p50.toFixed(0)}, ${p99.toFixed(0)} ms`,
  ];
}

const HEAD = ['Work', 'Product', 'p50, p99', 'PocketBase', 'p50, p99', 'Ratio', 'Must reach', ''];

/** A table in Markdown. */
export function formatTable(results: readonly Result[]): string {
  const lines = results.map(({ work, goal, product, pocketBase, megabytes, reached, met }) => [
    work,
    ...(megabytes === undefined ? formatFigures(product) : [`${megabytes.toFixed(0)} MB`, '-']),
    ...formatFigures(pocketBase),
    `${reached.toLocaleString('en')}${goal.unit}`,
    `${goal.unit === ' MB' ? '≤' : '≥'} ${goal.limit.toLocaleString('en')}${goal.unit}`,
    met ? '✔' : '✖',
  ]);
  const widths = HEAD.map((head, column) =>
    Math.max(...[head, ...lines.map((line) => line[column] ?? '')].map(({ length }) => length)),
  );
  const format = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [HEAD, rule, ...lines].map(format).join('\n');
}

export function describeMachine(): string {
  return `${availableParallelism()} cores, ${cpus()[0]?.model ?? process.arch}`;
}
