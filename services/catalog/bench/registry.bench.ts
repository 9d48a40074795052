import { monitorEventLoopDelay } from 'node:perf_hooks';
import { RegistryIndex } from '../src/registry/registry-index.js';
import { corpus, generateDiseases, type BenchDisease } from './corpus.js';
import { generateQueries } from './queries.js';

/**
 * Measures the registry index at 1,000 and 100,000 diseases, or at the two sizes that are its
 * arguments: loading, memory, every kind of query (all different, so that hardly any is answered
 * from the results kept), changes.
 */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 100_000];
/** From so many diseases queries and changes are made. */
const SAMPLE = 20_000;
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

async function load(size: number): Promise<RegistryIndex<BenchDisease>> {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  const cpu = process.cpuUsage();
  const index = new RegistryIndex<BenchDisease>();
  await index.bulkLoad(generateDiseases(size));
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  globalThis.gc?.();
  const after = process.memoryUsage();
  const used = ({ heapUsed, arrayBuffers }: NodeJS.MemoryUsage) => heapUsed + arrayBuffers;
  print(
    `${size} diseases: loaded in ${Math.round(took)} ms ` +
      `(${Math.round((user + system) / 1e3)} ms of processor time), longest pause ` +
      `${Math.round(delay.max / 1e6)} ms, index ${megabytes(used(after) - used(before))} MB ` +
      `(by its own count ${megabytes(index.byteLength)} MB), process ${megabytes(after.rss)} MB RSS`,
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
for (const size of sizes) {
  const index = await load(size);
  const diseases = corpus(Math.min(size, SAMPLE));
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
const heads = sizes.map((size) => `${size.toLocaleString('en')} diseases`.padStart(27));
print(`${''.padEnd(25)}${heads.join('')}            growth`);
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
