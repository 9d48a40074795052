import { expect, it } from 'vitest';
import { batchCalls, type BatchFailures, coalesceCalls } from './coalesce-calls.js';

/** Work whose runs the test ends one by one. */
const workbench = () => {
  const runs: { end: () => void; fail: (error: Error) => void }[] = [];
  const refresh = coalesceCalls(() => new Promise<void>((end, fail) => runs.push({ end, fail })));
  return { runs, refresh };
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('coalesced work serves all who ask before it begins, and makes later ones wait for the next run', async () => {
  const { runs, refresh } = workbench();
  const served: string[] = [];
  const ask = (name: string) => refresh().then(() => served.push(name));
  void ask('a');
  void ask('b');
  await turn();
  expect(runs).toHaveLength(1);
  void ask('c');
  await turn();
  void ask('d');
  await turn();
  expect(runs).toHaveLength(1);
  runs[0]?.end();
  await turn();
  expect(served).toEqual(['a', 'b']);
  expect(runs).toHaveLength(2);
  runs[1]?.end();
  await turn();
  expect(served).toEqual(['a', 'b', 'c', 'd']);
  expect(runs).toHaveLength(2);
});

it('coalesced work rejects the callers of a failed run, and continues', async () => {
  const { runs, refresh } = workbench();
  const first = refresh();
  await turn();
  const second = refresh();
  runs[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await turn();
  runs[1]?.end();
  await expect(second).resolves.toBeUndefined();
  const third = refresh();
  await turn();
  runs[2]?.end();
  await expect(third).resolves.toBeUndefined();
});

/** Batches that the test ends one by one. */
const startBatches = (maxBatchSize = 10) => {
  const runs: { items: string[]; end: (failures?: BatchFailures) => void; fail: () => void }[] = [];
  const call = batchCalls<string>(
    (items) =>
      new Promise((resolve, reject) => {
        const end = (failures: BatchFailures = new Map()) => resolve(failures);
        runs.push({ items, end, fail: () => reject(new Error('away')) });
      }),
    maxBatchSize,
  );
  return { runs, call, batches: () => runs.map(({ items }) => items.join('')) };
};

it('calls in batches share a run in one turn, or else wait together for the next one', async () => {
  const { runs, call, batches } = startBatches();
  const first = Promise.all([call('a'), call('b')]);
  await turn();
  const second = Promise.all([call('c'), call('d')]);
  await turn();
  expect(batches()).toEqual(['ab']);
  runs[0]?.end();
  await first;
  await turn();
  expect(batches()).toEqual(['ab', 'cd']);
  runs[1]?.end();
  await second;
  const third = call('e');
  await turn();
  runs[2]?.end();
  await third;
  expect(batches()).toEqual(['ab', 'cd', 'e']);
});

it('calls in batches are as many in a run as it may have', async () => {
  const { runs, call, batches } = startBatches(2);
  const all = Promise.all(['a', 'b', 'c'].map(call));
  await turn();
  runs[0]?.end();
  await turn();
  expect(batches()).toEqual(['ab', 'c']);
  runs[1]?.end();
  await all;
});

it('calls in batches fail each by its own item, or all by a failed run', async () => {
  const { runs, call } = startBatches();
  const mixed = Promise.allSettled(['a', 'b', 'c'].map(call));
  await turn();
  runs[0]?.end(new Map([[1, new Error('poison')]]));
  const statuses = (await mixed).map(({ status }) => status);
  expect(statuses).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const failed = Promise.allSettled(['d', 'e'].map(call));
  await turn();
  runs[1]?.fail();
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const later = call('f');
  await turn();
  runs[2]?.end();
  await expect(later).resolves.toBeUndefined();
});
