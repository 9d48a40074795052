import { setTimeout as pause } from 'node:timers/promises';
import { run } from '../command.ts';
import { environment } from '../docker.ts';
import type { Client } from '../http/client.ts';
import { Ledger } from '../load/ledger.ts';
import { Load, told, within, type Outcome } from '../load/load.ts';
import { mix, type Work } from '../load/work.ts';
import { must, type Report } from '../report.ts';
import { project, rate } from '../settings.ts';
import { usage, usageLine } from './usage.ts';

/** Diseases that are added before each round. */
const ROUNDS = [1_000, 99_000];
const RATES = [25, rate, 75, 100, 150, 200, 300];
const STEP_MS = 20_000;
const LOOK_MS = 8_000;
/** A step whose slowest hundredth takes longer is the last one; milliseconds. */
const ENOUGH_MS = 1_500;
const TOOLS = `${project}/tools`;

/** What an installation of two of each carries on this machine, small and large: figures, not goals. */
export async function measure(report: Report, client: Client): Promise<void> {
  const built = await report.check('the tools to fill a registry', () =>
    run('docker', ['build', ...['--quiet', '--target', 'built', '--tag', TOOLS], ...DOCKERFILE]),
  );
  if (!built) return;
  let works: Work[] = [];
  const prepared = await report.check('the load has what it reads', async () => {
    works = await mix(client, new Ledger());
  });
  if (!prepared) return;
  for (const size of ROUNDS) {
    // Figures of a registry of another size would mislead.
    if (!(await report.check(`${size} diseases are added`, () => fill(size)))) return;
    const isNew = await report.check('catalog starts anew', async () => {
      await run('infra/docker/roll.sh', ['catalog'], { env: environment() });
    });
    if (!isNew) return;
    await report.check('a request more each step', () => climb(client, works));
  }
}

const DOCKERFILE = ['--file', 'infra/docker/Dockerfile', '.'];

/** Past the service: what is measured is how it answers, and not how it is filled. */
async function fill(size: number): Promise<void> {
  const secrets = '/run/secrets/database';
  await run('docker', [
    ...['run', '--rm', '--network', `${project}_servers`],
    ...['--volume', `${project}_database-secrets:${secrets}:ro`],
    ...['--env', `MONGODB_URI_FILE=${secrets}/mongodb-uri`, '--workdir', '/src/services/catalog'],
    ...[TOOLS, 'node', '--conditions=@ctdb/source', '--import', '../chassis/register.mjs'],
    ...['bench/fill.ts', String(size)],
  ]);
}

async function climb(client: Client, works: Work[]): Promise<string> {
  const lines: string[] = [];
  for (const perSecond of RATES) {
    const { outcome, taken } = await step(client, works, perSecond);
    const failed = outcome.failures.length;
    lines.push(`${perSecond}/s: ${told(outcome)}, ${failed} of ${outcome.sent} failed; ${taken}`);
    if (perSecond <= rate)
      must(failed === 0, [...lines, ...outcome.failures.slice(0, 5)].join('\n'));
    if (failed > 0 || within(outcome, 0.99) > ENOUGH_MS) break;
  }
  return `\n    ${lines.join('\n    ')}\n   `;
}

/** So many requests a second for a while, and what the containers take meanwhile. */
async function step(
  client: Client,
  works: Work[],
  perSecond: number,
): Promise<{ outcome: Outcome; taken: string }> {
  const load = new Load(client, works, perSecond);
  try {
    await pause(LOOK_MS);
    const taken = usageLine(await usage());
    await pause(STEP_MS - LOOK_MS);
    return { outcome: await load.stop(), taken };
  } finally {
    // Also where nobody can say what is taken.
    await load.stop();
  }
}
