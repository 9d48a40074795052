import { describe, expect, it } from '@jest/globals';
import { inParallel } from './in-parallel.js';

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('work in parallel', () => {
  it('keeps the order of its items and never does more at once than said', async () => {
    let now = 0;
    let most = 0;
    const results = await inParallel([30, 10, 20, 5, 1], 2, async (milliseconds) => {
      now += 1;
      most = Math.max(most, now);
      await after(milliseconds);
      now -= 1;
      return milliseconds * 2;
    });
    expect(results).toEqual([60, 20, 40, 10, 2]);
    expect(most).toBe(2);
  });

  it('throws the first failure when all that had begun has ended, and begins nothing after it', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = async (item: number) => {
      begun.push(item);
      if (item === 1) throw new Error('first');
      await after(10);
      ended.push(item);
    };
    await expect(inParallel([0, 1, 2, 3], 2, work)).rejects.toThrow('first');
    expect(begun).toEqual([0, 1]);
    expect(ended).toEqual([0]);
  });
});
