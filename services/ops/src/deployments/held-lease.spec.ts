import { describe, expect, it } from '@jest/globals';
import { isOfTheFuture, limitOf, newLease } from './held-lease.js';
import { deploymentTiming } from './timing.js';

const now = Date.now();
const hour = 3_600_000;

describe('a clock that was moved back', () => {
  it('is seen by the leases that were made before; clocks that differ a little are not', () => {
    const isNoted = (madeAt: number) =>
      isOfTheFuture(newLease(deploymentTiming, 'worker', madeAt), deploymentTiming, new Date(now));
    expect([now - hour, now, now + 5_000].map(isNoted)).toEqual([false, false, false]);
    expect([now + 20_000, now + hour].map(isNoted)).toEqual([true, true]);
  });

  it('makes no deployment longer', () => {
    const [startedAt, workedAt] = [new Date(now + hour), new Date(now + hour)];
    const { whole, resume } = deploymentTiming;
    const started = limitOf({ startedAt }, deploymentTiming, now);
    expect(started).toEqual({ at: now + whole, fault: 'tooLong' });
    const resumed = limitOf({ startedAt, workedAt }, deploymentTiming, now);
    expect(resumed).toEqual({ at: now + resume, fault: 'interrupted' });
  });
});
