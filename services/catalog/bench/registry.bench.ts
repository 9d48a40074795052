import { monitorEventLoopDelay } from 'node:perf_hooks';
import { RegistryIndex } from '../src/registry/registry-index.js';
import { corpus, generateDiseases, type BenchDisease } from './corpus.js';
import { generateQueries } from './queries.js';

/**
 * Measures the registry index at 1,000 and 100,000 diseases, or at the two sizes that are its
 * arguments: loading, memory, every kind of query (all different, so that hardly any is answered
 * from the results kept), changes. Figures of ADR 0004 need an idle machine.
 */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 100_000];
/** From so many diseases queries and changes are made. */
const SAMPLE = 20_000;
const PER_KIND = 500;
const ROUNDS = 3;

/** Milliseconds of the runs of each kind. */
type Samples = Map<string, number[]>;

const print = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

const quantile = (samples: readonly number[], share: number): number =>
  samples.toSorted((left, right) => left - right)[Math.floor(samples.length * share)] ?? Number.NaN;

function time(samples: Samples, kind: string, work: () => unknown): void {
  const runs = samples.get(kind) ?? [];
  samples.set(kind, runs);
  const start = performance.now();
  work();
  runs.push(performance.now() - start);
}

async function load(size: number): Promise<RegistryIndex<BenchDisease>> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  const index = new RegistryIndex<BenchDisease>();
  await index.bulkLoad(generateDiseases(size));
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  globalThis.gc?.();
  print(
    `${size} diseases: loaded in ${Math.round((user + system) / 1e3)} ms of processor time, ` +
      `longest pause ${Math.round(delay.max / 1e6)} ms, index ${megabytes(index.byteLength)} MB, ` +
      `process ${megabytes(process.memoryUsage().rss)} MB RSS`,
  );
  return index;
}

function measure(index: RegistryIndex<BenchDisease>, diseases: BenchDisease[], into: Samples) {
  for (const query of generateQueries(diseases, PER_KIND))
    time(into, query.kind, () => index.page(query));
  for (let count = 0; count < PER_KIND; count++) {
    const disease = diseases[(count * 7_919) % diseases.length];
    if (disease === undefined) continue;
    const changed = { ...disease, nameEn: `${disease.nameEn} ${count}` };
    time(into, 'change', () => index.upsert(changed));
    const query = { search: 'migrane', offset: 0, limit: 10 };
    time(into, 'misspelt after a change', () => index.page(query));
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

const row = (kind: string, cells: readonly string[]) =>
  print(kind.padEnd(25) + cells.map((cell) => cell.padStart(10)).join(''));
print(`\nMilliseconds with ${sizes.join(' and ')} diseases, and how many times as long p50 takes.`);
row('', [...sizes.flatMap(() => ['p50', 'p99']), 'growth']);
for (const kind of results[0]?.keys() ?? []) {
  const runs = results.map((samples) => samples.get(kind) ?? []);
  const times = runs.flatMap((each) => [quantile(each, 0.5), quantile(each, 0.99)]);
  const growth = (times[2] ?? Number.NaN) / (times[0] ?? Number.NaN);
  row(kind, [...times.map((ms) => ms.toFixed(3)), growth.toFixed(1)]);
}
