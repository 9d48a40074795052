import { monitorEventLoopDelay } from 'node:perf_hooks';
import { RegistryIndex } from '../src/registry/registry-index.js';
import { corpus, type BenchDisease } from './corpus.js';
import { generateQueries } from './queries.js';

/**
 * Measures the registry index at 1,000 and 100,000 diseases: loading, memory, every kind of query
 * (all different, so that hardly any is answered from the results kept), changes.
 */
const SIZES = [1_000, 100_000] as const;
const PER_KIND = 500;
const ROUNDS = 3;

/** Milliseconds of the runs of one kind: all, and those in which no other program took the core. */
interface Runs {
  readonly all: number[];
  readonly undisturbed: number[];
}
type Samples = Map<string, Runs>;

const print = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function time(samples: Samples, kind: string, work: () => unknown): void {
  const switches = process.resourceUsage().involuntaryContextSwitches;
  const start = performance.now();
  work();
  const took = performance.now() - start;
  const runs = samples.get(kind) ?? { all: [], undisturbed: [] };
  samples.set(kind, runs);
  runs.all.push(took);
  if (process.resourceUsage().involuntaryContextSwitches === switches) runs.undisturbed.push(took);
}

async function load(diseases: BenchDisease[]): Promise<RegistryIndex<BenchDisease>> {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  const cpu = process.cpuUsage();
  const index = new RegistryIndex<BenchDisease>();
  await index.bulkLoad(diseases);
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  globalThis.gc?.();
  const after = process.memoryUsage();
  const used = ({ heapUsed, arrayBuffers }: NodeJS.MemoryUsage) => heapUsed + arrayBuffers;
  print(
    `${diseases.length} diseases: loaded in ${Math.round(took)} ms ` +
      `(${Math.round((user + system) / 1e3)} ms of processor time), longest pause ` +
      `${Math.round(delay.max / 1e6)} ms, index ${megabytes(used(after) - used(before))} MB, ` +
      `process ${megabytes(after.rss)} MB RSS`,
  );
  return index;
}

function measure(index: RegistryIndex<BenchDisease>, diseases: BenchDisease[], into: Samples) {
  for (const query of generateQueries(diseases, PER_KIND)) {
    time(into, query.kind, () => index.page(query));
  }
  for (let count = 0; count < PER_KIND; count++) {
    const disease = diseases[(count * 7_919) % diseases.length];
    if (disease === undefined) continue;
    const changed = {
      ...disease,
      nameEn: `${disease.nameEn} ${count}`,
      notes: `${disease.notes} n`,
    };
    time(into, 'change', () => {
      index.upsert(changed);
    });
    time(into, 'misspelt after a change', () =>
      index.page({ search: 'migrane', offset: 0, limit: 10 }),
    );
    index.upsert(disease);
  }
}

const results: Samples[] = [];
for (const size of SIZES) {
  const diseases = corpus(size);
  const index = await load(diseases);
  measure(index, diseases, new Map());
  const samples: Samples = new Map();
  for (let round = 0; round < ROUNDS; round++) measure(index, diseases, samples);
  results.push(samples);
}

const [small, large] = results;
const row = (cells: string[]) => cells.map((cell) => cell.padStart(9)).join('');
print(
  '\nMilliseconds. "calm": only runs in which no other program took the core; growth is of these.',
);
print(`${''.padEnd(25)}           1,000 diseases            100,000 diseases            growth`);
const titles = ['p50', 'p99 calm', 'p99 all'];
print(`${''.padEnd(25)}${row([...titles, ...titles, 'p50', 'p99'])}`);
for (const [kind, many] of large ?? []) {
  const few = small?.get(kind) ?? { all: [], undisturbed: [] };
  const [p50, p99, p99All, p50Many, p99Many, p99AllMany] = [few, many].flatMap((runs) => [
    quantile(runs.undisturbed, 0.5),
    quantile(runs.undisturbed, 0.99),
    quantile(runs.all, 0.99),
  ]) as [number, number, number, number, number, number];
  const times = [p50, p99, p99All, p50Many, p99Many, p99AllMany].map((ms) => ms.toFixed(3));
  const growth = [p50Many / p50, p99Many / p99].map((factor) => factor.toFixed(1));
  print(kind.padEnd(25) + row([...times, ...growth]));
}
