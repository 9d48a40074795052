import { expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex.js';

const soon = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

it('runs the work of one key one after the other, in order, and that of others beside it', async () => {
  const turns = new KeyedMutex(1_000);
  const seen: string[] = [];
  const work = (name: string, milliseconds: number) => async () => {
    seen.push(`${name} begins`);
    await soon(milliseconds);
    seen.push(`${name} ends`);
    return name;
  };
  const all = [
    turns.runExclusive('a', work('a1', 20)),
    turns.runExclusive('a', work('a2', 0)),
    turns.runExclusive('b', work('b1', 5)),
  ];
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1']);
  expect(seen).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends']);
});

it('continues after work that failed; only its own caller gets the error', async () => {
  const turns = new KeyedMutex(1_000);
  const failed = turns.runExclusive('a', () => Promise.reject(new Error('mine')));
  const next = turns.runExclusive('a', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('mine');
  expect(await next).toBe('done');
});

it('lets work that hangs hold up others only for a while', async () => {
  const turns = new KeyedMutex(30);
  void turns.runExclusive('a', () => new Promise(() => undefined));
  const after = turns.runExclusive('a', () => Promise.resolve('on'));
  const order: string[] = [];
  const last = turns.runExclusive('a', async () => order.push('last'));
  await Promise.all([after.then(() => order.push('after')), last]);
  expect(await after).toBe('on');
  expect(order).toEqual(['after', 'last']);
});
