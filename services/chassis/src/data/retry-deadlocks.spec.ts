import { describe, expect, it } from '@jest/globals';
import { retryDeadlocks } from './retry-deadlocks.js';

const failing = (times: number, error: Error) => {
  let calls = 0;
  const write = async (): Promise<number> => {
    calls += 1;
    if (calls <= times) throw error;
    return calls;
  };
  return { write, calls: () => calls };
};
const deadlock = new Error('deadlock detected');
const duplicate = Object.assign(new Error('E11000 duplicate key'), { code: 11_000 });

describe('a write that stood in the way of another', () => {
  it('is done again, and its result is told', async () => {
    expect(await retryDeadlocks(failing(3, deadlock).write)).toBe(4);
  });

  it('fails in the end', async () => {
    const always = failing(99, deadlock);
    await expect(retryDeadlocks(always.write)).rejects.toBe(deadlock);
    expect(always.calls()).toBe(5);
  });

  it.each([duplicate, new Error('not primary')])('is not repeated after %s', async (error) => {
    const other = failing(1, error);
    await expect(retryDeadlocks(other.write)).rejects.toBe(error);
    expect(other.calls()).toBe(1);
  });
});
