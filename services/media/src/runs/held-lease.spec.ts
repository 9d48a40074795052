import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Types } from 'mongoose';
import { HeldLease, Interrupted, LeaseLost, newLease } from './held-lease.js';
import type { RunsRepository } from './runs.repository.js';

const timing = { renew: 2_000, stale: 8_000, lost: 60_000, watch: 2_000 };
const renew = jest.fn<() => Promise<boolean>>();

const held = () => {
  const runs = { renew } as unknown as RunsRepository;
  return new HeldLease(runs, new Types.ObjectId(), newLease(timing), timing);
};

beforeEach(() => {
  jest.useFakeTimers();
  renew.mockReset().mockResolvedValue(true);
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a lease', () => {
  it('is held as long as it is renewed', async () => {
    const lease = held();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(() => lease.check()).not.toThrow();
    lease.stop();
  });

  it('is lost when another worker has it', async () => {
    const lease = held();
    renew.mockResolvedValue(false);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(() => lease.check()).toThrow(LeaseLost);
    lease.stop();
  });

  it('is lost when the database is away for too long, and not before', async () => {
    const lease = held();
    renew.mockRejectedValue(new Error('away'));
    await jest.advanceTimersByTimeAsync(7_000);
    expect(() => lease.check()).not.toThrow();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(() => lease.check()).toThrow(LeaseLost);
    lease.stop();
  });

  it('is lost to a process that slept past its end, before its timers run', () => {
    const lease = held();
    jest.setSystemTime(Date.now() + 8_000);
    expect(() => lease.check()).toThrow(LeaseLost);
    lease.stop();
  });

  it('is let go of when the process is to end', () => {
    const lease = held();
    lease.interrupt();
    expect(() => lease.check()).toThrow(Interrupted);
    lease.stop();
  });
});
