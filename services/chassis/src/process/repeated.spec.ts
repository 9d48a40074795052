import type { AppLogger } from '../logging/app-logger.js';
import { describe, expect, it, jest } from '@jest/globals';
import { repeat } from './repeated.js';

describe('a repeated job', () => {
  it('goes on after a failure, and ends its turn when stopped', async () => {
    const warn = jest.fn();
    const turns: string[] = [];
    let release = () => {};
    const job = repeat(
      'work',
      { first: 1, every: 1 },
      { warn } as unknown as AppLogger,
      async () => {
        turns.push('begun');
        if (turns.length === 1) throw new Error('away');
        await new Promise<void>((resolve) => (release = resolve));
        turns.push('ended');
      },
    );
    while (turns.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(warn).toHaveBeenCalledTimes(1);
    const stopped = job.stop();
    release();
    await stopped;
    expect(turns).toEqual(['begun', 'begun', 'ended']);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(turns).toHaveLength(3);
  });
});
