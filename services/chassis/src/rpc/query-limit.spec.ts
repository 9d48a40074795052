import { describe, expect, it } from '@jest/globals';
import { QueryLimit } from './query-limit.js';

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('a limit', () => {
  it('lets so many run, the others in their order, and failures make room too', async () => {
    const limit = new QueryLimit(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map((id) =>
      limit.run(async () => {
        started.push(id);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (id === 0) throw new Error('failed');
        return id;
      }),
    );
    const results = Promise.allSettled(all);
    await tick();
    expect(started).toEqual([0, 1]);
    ends[0]?.();
    await tick();
    expect(started).toEqual([0, 1, 2]);
    ends[1]?.();
    await tick();
    expect(started).toEqual([0, 1, 2, 3]);
    ends[2]?.();
    ends[3]?.();
    expect((await results).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await limit.run(async () => 'free')).toBe('free');
  });
});
