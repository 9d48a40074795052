import { setTimeout as pause } from 'node:timers/promises';
import { environment, run } from './docker.ts';
import { AcknowledgedOperations } from './load/acknowledged.ts';
import type { Client } from './load/client.ts';
import { createLoadMix, type LoadRequest } from './load/load-mix.ts';
import { formatLatencies, OpenLoopLoad, percentile, type LoadResult } from './load/open-loop.ts';
import { assert, type Report } from './report.ts';
import { project, rate } from './settings.ts';

/** Diseases that are added before each round. */
const DATASET_SIZES = [1_000, 99_000];
const RATES = [25, rate, 75, 100, 150, 200, 300];
const STEP_DURATION_MS = 20_000;
const SAMPLE_AFTER_MS = 8_000;
/** A step with a longer p99 is the last one. */
const MAX_P99_MS = 1_500;
const TOOLS = `${project}/tools`;

/** Measures the load that two of each process bear on this machine, with few and with many diseases. */
export async function measureCapacity(report: Report, client: Client): Promise<void> {
  const built = await report.check('the image that inserts diseases', () =>
    run('docker', ['build', ...['--quiet', '--target', 'built', '--tag', TOOLS], ...DOCKERFILE]),
  );
  if (!built) return;
  let mix: LoadRequest[] = [];
  const isPrepared = await report.check('the load has its data', async () => {
    mix = await createLoadMix(client, new AcknowledgedOperations());
  });
  if (!isPrepared) return;
  for (const size of DATASET_SIZES) {
    // Figures of a registry of another size would mislead.
    if (!(await report.check(`${size} diseases are added`, () => insertDiseases(size)))) return;
    const isRestarted = await report.check('catalog is restarted', async () => {
      await run('infra/docker/roll.sh', ['catalog'], { env: environment() });
    });
    if (!isRestarted) return;
    await report.check('the rate rises', () => increaseRate(client, mix));
  }
}

const DOCKERFILE = ['--file', 'infra/docker/Dockerfile', '.'];

/** Writes to the database directly: the service's import speed is not measured. */
async function insertDiseases(size: number): Promise<void> {
  const secrets = '/run/secrets/own';
  await run('docker', [
    ...['run', '--rm', '--network', `${project}_servers`],
    ...['--volume', `${project}_catalog-secrets:${secrets}:ro`],
    ...['--env', `MONGODB_URI_FILE=${secrets}/mongodb-uri`, '--workdir', '/src/services/catalog'],
    ...[TOOLS, 'node', '--import', '../chassis/register.mjs', 'bench/fill.ts', String(size)],
  ]);
}

async function increaseRate(client: Client, mix: LoadRequest[]): Promise<string> {
  const lines: string[] = [];
  for (const perSecond of RATES) {
    const { result, usage } = await runStep(client, mix, perSecond);
    const failed = result.failures.length;
    lines.push(
      `${perSecond}/s: ${formatLatencies(result)}, ${failed} of ${result.sent} failed; ${usage}`,
    );
    if (perSecond <= rate)
      assert(failed === 0, [...lines, ...result.failures.slice(0, 5)].join('\n'));
    if (failed > 0 || percentile(result, 0.99) > MAX_P99_MS) break;
  }
  return `\n    ${lines.join('\n    ')}\n   `;
}

/** Runs the load at one rate and measures what the containers use meanwhile. */
async function runStep(
  client: Client,
  mix: LoadRequest[],
  perSecond: number,
): Promise<{ result: LoadResult; usage: string }> {
  const load = new OpenLoopLoad(client, mix, perSecond);
  try {
    await pause(SAMPLE_AFTER_MS);
    const usage = formatUsage(await measureUsage());
    await pause(STEP_DURATION_MS - SAMPLE_AFTER_MS);
    return { result: await load.stop(), usage };
  } finally {
    // Also when the usage cannot be measured.
    await load.stop();
  }
}

/** What the containers of a service use together. */
interface Usage {
  /** 0.5 is half of one core. */
  cores: number;
  /** The largest of the containers. */
  memoryMiB: number;
}

const UNITS: Record<string, number> = { B: 1 / 2 ** 20, KiB: 1 / 1024, MiB: 1, GiB: 1024 };
const LINE = /^(\S+)-\d+ ([\d.]+)% ([\d.]+)(\w+) /;

/** Measures what each service uses now. */
async function measureUsage(): Promise<Map<string, Usage>> {
  const format = '{{.Name}} {{.CPUPerc}} {{.MemUsage}}';
  const output = await run('docker', ['stats', '--no-stream', '--format', format]);
  const all = new Map<string, Usage>();
  for (const line of output.split('\n')) {
    const [, name = '', percent, size, unit = ''] = LINE.exec(line) ?? [];
    if (!name.startsWith(`${project}-`)) continue;
    const service = name.slice(project.length + 1);
    const { cores, memoryMiB } = all.get(service) ?? { cores: 0, memoryMiB: 0 };
    all.set(service, {
      cores: cores + Number(percent) / 100,
      memoryMiB: Math.max(memoryMiB, Number(size) * (UNITS[unit] ?? 0)),
    });
  }
  return all;
}

/** Formats the usage, the most cores first. */
function formatUsage(all: ReadonlyMap<string, Usage>): string {
  return [...all]
    .sort(([, one], [, other]) => other.cores - one.cores)
    .map(
      ([name, { cores, memoryMiB }]) => `${name} ${cores.toFixed(2)}/${memoryMiB.toFixed(0)} MiB`,
    )
    .join(', ');
}
