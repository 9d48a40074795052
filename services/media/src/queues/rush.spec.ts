import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Rush } from './rush.js';

it('is over when all that somebody waits for is done, also where it failed', async () => {
  const rush = new Rush();
  const seen: string[] = [];
  await rush.over(10_000);
  const done = [
    rush.during(() => pause(10)).then(() => seen.push('short')),
    rush
      .during(() => pause(30).then(() => Promise.reject(new Error('mine'))))
      .catch(() => {
        seen.push('long');
      }),
  ];
  await rush.over(10_000);
  seen.push('over');
  await Promise.all(done);
  expect(seen.toSorted()).toEqual(['long', 'over', 'short']);
  expect(seen[0]).toBe('short');
});

it('puts nothing off for ever', async () => {
  const rush = new Rush();
  void rush.during(() => new Promise(() => undefined));
  const begin = performance.now();
  await rush.over(20);
  expect(performance.now() - begin).toBeLessThan(5_000);
});
