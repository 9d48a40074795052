import { AppLogger, type RpcClient } from '@ctdb/chassis';
import { type Attempt, type ErrorCode, routes } from '@ctdb/contracts';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { AttemptLog } from './attempt-log.js';
import type { RequestContext } from '../http/request-context.js';

const HOUR_MS = 3_600_000;
const midnight = Date.UTC(2026, 10, 23);
let sent: Attempt[];
let log: AttemptLog;

const rpc = {
  call: (_contract: unknown, { attempts }: { attempts: Attempt[] }) => {
    sent.push(...attempts);
    return Promise.resolve({});
  },
} as unknown as RpcClient;

const attempt = (contract: object, errorCode: ErrorCode, address: string, account?: string) => {
  const caller = { subject: { role: 'anonymous' } };
  const source = { address, ...(account !== undefined && { account }) };
  log.record({ contract, errorCode, caller } as RequestContext, source);
};
const signIn = (address: string, account: string) =>
  attempt(routes.signIn, 'INVALID_CREDENTIALS', address, account);

/** Describes what is sent at this time. */
const flushAt = async (time: number): Promise<Attempt[]> => {
  vi.setSystemTime(time);
  sent = [];
  await log.flush();
  return sent;
};
const countAll = (attempts: Attempt[]) => attempts.reduce((sum, { count }) => sum + count, 0);

beforeEach(() => {
  const doNotFake = ['nextTick', 'queueMicrotask', 'setImmediate'] as const;
  vi.useFakeTimers({ now: midnight, toNotFake: [...doNotFake] });
  sent = [];
  log = new AttemptLog(rpc, new AppLogger('gateway', 'silent'));
});
afterAll(() => {
  vi.useRealTimers();
});

it('attempts of one source are an entry soon, and another one when the hour ends', async () => {
  signIn('a', 'x');
  expect(await flushAt(midnight + 60_000)).toMatchObject([{ count: 1 }]);
  for (let n = 0; n < 500; n += 1) signIn('a', 'x');
  expect(await flushAt(midnight + 120_000)).toEqual([]);
  expect(await flushAt(midnight + HOUR_MS)).toMatchObject([
    { count: 500, at: new Date(midnight + 60_000).toISOString() },
  ]);
  expect(await flushAt(midnight + 2 * HOUR_MS)).toEqual([]);
});

it('attempts of one address with many names do not hide those of others', async () => {
  for (let hour = 0; hour < 23; hour += 1) {
    vi.setSystemTime(midnight + hour * HOUR_MS);
    for (let n = 0; n < 1_000; n += 1) signIn('a', `${hour}-${n}`);
  }
  signIn('b', 'x');
  const attempts = await flushAt(midnight + 23 * HOUR_MS);
  expect(countAll(attempts)).toBe(23_001);
  expect(attempts.length).toBeLessThan(40);
  const seen = attempts.map(({ source, count }) => ({ source, count }));
  expect(seen).toContainEqual({ source: { address: 'a' }, count: 1_000 });
  expect(seen).toContainEqual({ source: { address: 'b', account: 'x' }, count: 1 });
});

it('attempts of many addresses become few entries a day, and hide no other action', async () => {
  for (let hour = 0; hour < 24; hour += 1) {
    vi.setSystemTime(midnight + hour * HOUR_MS);
    for (let n = 0; n < 1_000; n += 1) signIn(`${hour}-${n}`, 'x');
  }
  attempt(routes.receiveWebhook, 'INVALID_SIGNATURE', 'b');
  const attempts = await flushAt(midnight + 24 * HOUR_MS);
  expect(countAll(attempts)).toBe(24_001);
  const withSource = attempts.filter(({ source }) => source !== undefined);
  expect(withSource).toHaveLength(301);
  const refused = { action: 'webhook-refused', source: { address: 'b' } };
  expect(withSource.at(-1)).toMatchObject(refused);
  signIn('c', 'x');
  const [next] = await flushAt(midnight + 24 * HOUR_MS);
  expect(next?.source).toEqual({ address: 'c', account: 'x' });
});
