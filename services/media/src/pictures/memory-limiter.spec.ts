import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MemoryLimiter } from './memory-limiter.js';

const MEGA = 1_000_000;

/** Work that lasts until it is let go, and notes when it begins. */
const worker = (gate: MemoryLimiter, begun: string[]) => (name: string, megabytes: number) => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const done = gate.run(megabytes * MEGA, () => {
    begun.push(name);
    return promise;
  });
  return { end: () => resolve(undefined), done };
};

it('the memory limiter runs two photographs at once and a huge picture alone, in order', async () => {
  const begun: string[] = [];
  const work = worker(new MemoryLimiter(), begun);
  const [first, second] = [work('first', 54), work('second', 54)];
  const huge = work('huge', 240);
  const small = work('small', 1);
  await turn();
  expect(begun).toEqual(['first', 'second']);
  first.end();
  await first.done;
  expect(begun).toEqual(['first', 'second']);
  second.end();
  await second.done;
  await turn();
  expect(begun).toEqual(['first', 'second', 'huge']);
  huge.end();
  await huge.done;
  await turn();
  expect(begun).toEqual(['first', 'second', 'huge', 'small']);
  small.end();
});

it('the memory limiter releases the memory of failed work', async () => {
  const gate = new MemoryLimiter();
  const fails = gate.run(240 * MEGA, () => Promise.reject(new Error('broken')));
  await expect(fails).rejects.toThrow('broken');
  expect(await gate.run(240 * MEGA, () => Promise.resolve('in'))).toBe('in');
});
