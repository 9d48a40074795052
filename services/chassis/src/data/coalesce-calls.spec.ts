import { expect, it } from 'vitest';
import { coalesceCalls } from './coalesce-calls.js';

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
