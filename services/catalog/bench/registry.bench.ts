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

/** By kind the milliseconds of each query in every round. */
type Samples = Map<string, number[][]>;

const print = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Runs `work` and files how long it took; the nth call of a kind in a round is the same in every round. */
class Round {
  private readonly calls = new Map<string, number>();

  constructor(private readonly samples: Samples) {}

  time(kind: string, work: () => unknown): void {
    const start = performance.now();
    work();
    const took = performance.now() - start;
    const call = this.calls.get(kind) ?? 0;
    this.calls.set(kind, call + 1);
    const queries = this.samples.get(kind) ?? [];
    this.samples.set(kind, queries);
    (queries[call] ??= []).push(took);
  }
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
  const round = new Round(into);
  for (const query of queriesAbout(diseases, PER_KIND)) {
    round.time(query.kind, () => index.page(query));
  }
  for (let count = 0; count < PER_KIND; count++) {
    const disease = diseases[(count * 7_919) % diseases.length];
    if (disease === undefined) continue;
    const changed = {
      ...disease,
      nameEn: `${disease.nameEn} ${count}`,
      notes: `${disease.notes} n`,
    };
    round.time('change', () => {
      index.upsert(changed);
    });
    round.time('misspelt after a change', () =>
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
const shares = [0.5, 0.99];
const row = (cells: string[]) => cells.map((cell) => cell.padStart(9)).join('');
print(
  `\nMilliseconds of all runs; growth by each query's best of ${ROUNDS} runs, since other programs disturb.`,
);
print(`${''.padEnd(25)}    1,000 diseases   100,000 diseases            growth`);
print(`${''.padEnd(25)}${row(['p50', 'p99', 'p50', 'p99', 'p50', 'p99'])}`);
for (const [kind, many] of large ?? []) {
  const few = small?.get(kind) ?? [];
  const times = [few, many].flatMap((queries) =>
    shares.map((share) => quantile(queries.flat(), share)),
  );
  const best = (queries: number[][], share: number) =>
    quantile(
      queries.map((runs) => Math.min(...runs)),
      share,
    );
  const growth = shares.map((share) => best(many, share) / best(few, share));
  print(
    kind.padEnd(25) +
      row([...times.map((time) => time.toFixed(3)), ...growth.map((times) => times.toFixed(1))]),
  );
}
