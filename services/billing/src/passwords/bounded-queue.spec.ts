import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@ctdb/contracts';
import { BoundedQueue } from './bounded-queue.js';

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

const gate = () => {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
};

describe('bounded queue', () => {
  it('never runs more than allowed, and everything in the end', async () => {
    const queue = new BoundedQueue(2, 10);
    let now = 0;
    let most = 0;
    const work = async () => {
      now += 1;
      most = Math.max(most, now);
      await tick();
      now -= 1;
      return 'done';
    };
    const results = await Promise.all(Array.from({ length: 12 }, () => queue.run(work)));
    expect(results).toEqual(Array.from({ length: 12 }, () => 'done'));
    expect(most).toBe(2);
  });

  it('refuses what does not fit, and takes work again afterwards', async () => {
    const queue = new BoundedQueue(1, 1);
    const first = gate();
    const running = queue.run(() => first.promise);
    const waiting = queue.run(() => Promise.resolve('second'));
    await expect(queue.run(() => Promise.resolve('third'))).rejects.toEqual(
      new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 2 }),
    );
    first.open();
    await running;
    expect(await waiting).toBe('second');
    expect(await queue.run(() => Promise.resolve('fourth'))).toBe('fourth');
  });

  it('goes on after work that fails', async () => {
    const queue = new BoundedQueue(1, 1);
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run(() => Promise.resolve(1))).toBe(1);
  });
});
