import { createHistogram } from 'node:perf_hooks';
import { step } from '@ctdb/launcher';
import { runLoad, type Target } from './load.ts';
import type { Row } from './rows.ts';
import { summarise, type Figures } from './table.ts';

const servers = ['product', 'pocketBase'] as const;
/** Rounds that are not counted: both servers compile and cache what they can for some seconds. */
const WARM_UP_ROUNDS = 6;

/** The same row on both servers. */
export type Measured = Partial<Record<(typeof servers)[number], Figures>>;

export interface MeasureOptions {
  targets: Record<(typeof servers)[number], Target>;
  /** Turns of each row on each server. */
  rounds: number;
  /** Measured time of a turn. */
  seconds: number;
  signal: AbortSignal;
}

/** Measures all rows once in each round, the servers in turn: what else the machine does meets all of them. */
export async function measureRows(
  rows: readonly Row[],
  { targets, rounds, seconds, signal }: MeasureOptions,
): Promise<Measured[]> {
  const runs = rows.flatMap((row) =>
    servers.map((server) => ({
      row,
      server,
      failures: [] as string[],
      rates: [] as number[],
      times: createHistogram(),
    })),
  );
  for (let round = 1 - WARM_UP_ROUNDS; round <= rounds; round += 1) {
    const title = round < 1 ? 'Warm-up' : `Round ${round} of ${rounds}`;
    await step(`${title}, kinds of work: ${rows.length}`, async () => {
      for (const { row, server, failures, rates, times } of runs) {
        const createRequest = row[server];
        if (createRequest === undefined) continue;
        const options = { connections: row.connections, seconds, signal };
        const result = await runLoad(targets[server], createRequest, options);
        if (round < 1) continue;
        failures.push(...result.failures);
        rates.push(result.perSecond);
        times.add(result.latencies);
      }
    });
  }
  return rows.map((row) => {
    const used = runs.filter((run) => run.row === row && run.rates.length > 0);
    return Object.fromEntries(
      used.map(({ server, rates, times, failures }) => [server, summarise(rates, times, failures)]),
    );
  });
}
