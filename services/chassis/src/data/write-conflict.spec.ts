import { expect, it } from 'vitest';
import { isWriteConflict, retryOnConflict, retryOnDeadlock } from './write-conflict.js';

it.each([
  ['E11000 duplicate key error', 11_000, true],
  ['conflicting key value violates exclusion constraint "documents_rum_index_1"', 1, true],
  ['deadlock detected', 16_908_292, true],
  ['not primary', 10_107, false],
  ['', undefined, false],
])('a write conflict is recognised: %j, code %j', (message, code, expected) => {
  expect(isWriteConflict(Object.assign(new Error(message), { code }))).toBe(expected);
});

it('a write conflict is an error', () => {
  expect([undefined, null, 'deadlock detected'].some(isWriteConflict)).toBe(false);
});

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

it('a write that the database undid is repeated, and its result returned', async () => {
  expect(await retryOnDeadlock(failing(3, deadlock).write)).toBe(4);
});

it('a write that the database undid fails in the end', async () => {
  const always = failing(99, deadlock);
  await expect(retryOnDeadlock(always.write)).rejects.toBe(deadlock);
  expect(always.calls()).toBe(5);
});

it.each([duplicate, new Error('not primary')])(
  'a write that the database undid is not repeated after %s',
  async (error) => {
    const other = failing(1, error);
    await expect(retryOnDeadlock(other.write)).rejects.toBe(error);
    expect(other.calls()).toBe(1);
  },
);

it('an attempt that another writer overtook is repeated until it wins', async () => {
  let lost = 0;
  expect(await retryOnConflict(async () => (++lost < 4 ? null : 'won'))).toBe('won');
});

it('an attempt that another writer overtook is given up as unavailable, not as an internal error', async () => {
  const attempt = () => Promise.resolve(null);
  await expect(retryOnConflict(attempt)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
