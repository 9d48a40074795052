import { monitorEventLoopDelay } from 'node:perf_hooks';
import { RegistryIndex } from '../src/registry/registry-index.js';
import { corpus, type BenchDisease } from './corpus.js';
import { queriesAbout } from './queries.js';

/**
 * Measures the registry index at 1,000 and 100,000 diseases: loading, memory, every kind of query
 * (all different, so that hardly any is answered from the results kept), changes.
 */
const SIZES = [1_000, 100_000] as const;
const PER_KIND = 500;
const ROUNDS = 3;

type Samples = Map<string, number[]>;

const print = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function timed(samples: Samples, kind: string, work: () => unknown): void {
  const start = performance.now();
  work();
  const took = performance.now() - start;
  const list = samples.get(kind);
  if (list === undefined) samples.set(kind, [took]);
  else list.push(took);
}

async function load(diseases: BenchDisease[]): Promise<RegistryIndex<BenchDisease>> {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  const index = new RegistryIndex<BenchDisease>();
  await index.bulkLoad(diseases);
  const took = performance.now() - start;
  delay.disable();
  globalThis.gc?.();
  const after = process.memoryUsage();
  const used = ({ heapUsed, arrayBuffers }: NodeJS.MemoryUsage) => heapUsed + arrayBuffers;
  print(
    `${diseases.length} diseases: loaded in ${Math.round(took)} ms, longest pause ` +
      `${Math.round(delay.max / 1e6)} ms, index ${megabytes(used(after) - used(before))} MB, ` +
      `process ${megabytes(after.rss)} MB RSS`,
  );
  return index;
}

function measure(index: RegistryIndex<BenchDisease>, diseases: BenchDisease[], into: Samples) {
  const queries = queriesAbout(diseases, PER_KIND);
  for (const query of queries) timed(into, query.kind, () => index.page(query));
  for (let count = 0; count < PER_KIND; count++) {
    const disease = diseases[(count * 7_919) % diseases.length];
    if (disease === undefined) continue;
    const changed = {
      ...disease,
      nameEn: `${disease.nameEn} ${count}`,
      notes: `${disease.notes} n`,
    };
    timed(into, 'change', () => {
      index.upsert(changed);
    });
    timed(into, 'misspelt after a change', () =>
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
const cell = (value: number, width: number) => value.toFixed(3).padStart(width);
print(`\n${'milliseconds'.padEnd(24)}      1,000 diseases      100,000 diseases         growth`);
print(`${''.padEnd(24)}      p50       p99       p50       p99    p50    p99`);
for (const [kind, many] of large ?? []) {
  const few = small?.get(kind) ?? [];
  const at = [quantile(few, 0.5), quantile(few, 0.99), quantile(many, 0.5), quantile(many, 0.99)];
  const [p50 = 0, p99 = 0, p50Many = 0, p99Many = 0] = at;
  const growth = `${(p50Many / p50).toFixed(1).padStart(7)}${(p99Many / p99).toFixed(1).padStart(7)}`;
  print(kind.padEnd(24) + at.map((value) => cell(value, 10)).join('') + growth);
}
