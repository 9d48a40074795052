import { setTimeout as pause } from 'node:timers/promises';
import { MONGO } from '@ctdb/chassis';
import {
  anonymous,
  eventSpy,
  type EventSpy,
  person,
  type RpcCaller,
  rpcCallers,
  startTestService,
} from '@ctdb/chassis/testing';
import {
  accessKeys,
  accountEvents,
  confirm,
  endSession,
  endSessions,
  listSessions,
  refreshSession,
  sessionRecord,
  type SessionTokens,
  signIn,
  signOut,
  startConfirmation,
} from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { hashToken } from '../src/accounts/tokens.js';
import { BillingModule } from '../src/billing.module.js';
import { ADMIN, billingEnv, errorOf, freshAddress, redisOf, signInAs } from './support/billing.js';

const env = billingEnv({
  ACCESS_TOKEN_SECONDS: '60',
  REFRESH_IDLE_SECONDS: '90',
  REFRESH_TOTAL_SECONDS: '120',
  REFRESH_GRACE_SECONDS: '2',
});
const redis = redisOf(env);
const AFTER_GRACE_MS = 2_050;
let as: Awaited<ReturnType<typeof rpcCallers>>;
let call: RpcCaller;
let spy: EventSpy;
let mongo: Connection;

beforeAll(async () => {
  spy = await eventSpy(env);
  mongo = (await startTestService(BillingModule, env)).get<Connection>(MONGO);
  as = await rpcCallers(env);
  call = as(anonymous);
}, 60_000);

const isOpen = async ({ token }: Pick<SessionTokens, 'token'>) =>
  (await redis.exists(accessKeys.session(hashToken(token)))) === 1;
const refresh = ({ refreshToken }: Pick<SessionTokens, 'refreshToken'>) =>
  call(refreshSession, { refreshToken });
const recordOf = async ({ token }: Pick<SessionTokens, 'token'>) =>
  sessionRecord.parse(JSON.parse((await redis.get(accessKeys.session(hashToken(token)))) ?? ''));
const refusal = async (tokens: SessionTokens) => (await errorOf(refresh(tokens))).code;

describe('refresh', () => {
  it('gives a new pair, and leaves the old access token the grace alone', async () => {
    const first = await signInAs(call);
    const second = await refresh(first);
    expect(second.token).not.toBe(first.token);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.username).toBe(first.username);
    expect([await isOpen(first), await isOpen(second)]).toEqual([true, true]);
    const third = await refresh(second);
    expect(await isOpen(third)).toBe(true);
    await pause(AFTER_GRACE_MS);
    expect(await Promise.all([first, second, third].map(isOpen))).toEqual([false, false, true]);
  });

  it('answers again within the grace, for the answer may be lost', async () => {
    const first = await signInAs(call);
    const lost = await refresh(first);
    const again = await refresh(first);
    expect(again.refreshToken).not.toBe(lost.refreshToken);
    await pause(AFTER_GRACE_MS);
    const next = await refresh(again);
    expect(await isOpen(next)).toBe(true);
  });

  it('serves two tabs at the same moment', async () => {
    const first = await signInAs(call);
    const both = await Promise.all([refresh(first), refresh(first)]);
    expect(await Promise.all(both.map(isOpen))).toEqual([true, true]);
    const after = await Promise.all(both.map(refresh));
    expect(await Promise.all(after.map(isOpen))).toEqual([true, true]);
  });

  it('ends the whole session when an old token comes back after the grace', async () => {
    const first = await signInAs(call);
    const other = await signInAs(call);
    const second = await refresh(first);
    await pause(AFTER_GRACE_MS);
    expect(await refusal(first)).toBe('ACCESS_REQUIRED');
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, false]);
    expect(await refusal(second)).toBe('ACCESS_REQUIRED');
    expect(await isOpen(other)).toBe(true);
    const { payload } = await spy.waitFor(accountEvents.refreshReused);
    expect(payload.username).toBe(first.username);
    expect(spy.of(accountEvents.refreshReused)).toHaveLength(1);
  });

  it('ends the session at once when a token two generations old comes back', async () => {
    const first = await signInAs(call);
    const third = await refresh(await refresh(first));
    expect(await refusal(first)).toBe('ACCESS_REQUIRED');
    expect(await isOpen(third)).toBe(false);
  });

  it('notices a thief who used the grace as soon as both lines go on', async () => {
    const stolen = await signInAs(call);
    const [owner, thief] = await Promise.all([refresh(stolen), refresh(stolen)]);
    const ownersNext = await refresh(owner);
    await pause(AFTER_GRACE_MS);
    expect(await refusal(thief)).toBe('ACCESS_REQUIRED');
    expect([await isOpen(ownersNext), await isOpen(thief)]).toEqual([false, false]);
  });

  it.each([['unknown'], ['x'.repeat(200)], ['\ud800'], ['*'], ['a:b:1']])(
    'knows no token %j',
    async (refreshToken) => {
      expect((await errorOf(refresh({ refreshToken }))).code).toBe('ACCESS_REQUIRED');
    },
  );

  it('does not take an access token for a refresh token, nor the other way round', async () => {
    const tokens = await signInAs(call);
    expect((await errorOf(refresh({ refreshToken: tokens.token }))).code).toBe('ACCESS_REQUIRED');
    expect(await isOpen({ token: tokens.refreshToken })).toBe(false);
  });

  it('expires in Redis when it is idle, and never later than its last moment', async () => {
    const expiry = (key: string) => redis.pexpiretime(key);
    const first = await signInAs(call);
    const accessKey = accessKeys.session(hashToken(first.token));
    const { sessionId } = sessionRecord.parse(JSON.parse((await redis.get(accessKey)) ?? ''));
    const family = `session-family:${sessionId}`;
    const end = await expiry(`refresh:${hashToken(first.refreshToken)}`);
    expect(end - Date.parse(first.refreshExpiresAt)).toBe(30_000);
    expect(end - Date.parse(first.expiresAt)).toBe(60_000);
    expect([await expiry(family), await expiry(accessKey)]).toEqual([end - 30_000, end - 60_000]);

    const soon = end - 100_000;
    await redis.hset(family, 'endsAt', soon);
    const second = await refresh(first);
    const ends = [second.expiresAt, second.refreshExpiresAt].map(Date.parse);
    const keys = [family, accessKeys.session(hashToken(second.token))];
    expect([...ends, ...(await Promise.all(keys.map(expiry)))]).toEqual([soon, soon, soon, soon]);
    await redis.pexpireat(family, 1);
    expect(await refusal(second)).toBe('ACCESS_REQUIRED');
  });

  it('ends with the role', async () => {
    const tokens = await signInAs(call);
    const users = mongo.collection('users');
    await users.updateOne({ usernameKey: 'admin' }, { $unset: { role: 1 } });
    const code = await refusal(tokens);
    await users.updateOne({ usernameKey: 'admin' }, { $set: { role: 'owner' } });
    expect(code).toBe('ACCESS_REQUIRED');
  });
});

describe('own sessions', () => {
  const signInFrom = (userAgent: string, address: string) =>
    call(signIn, { ...ADMIN, address, userAgent });

  it('say whence and since when they are, and end one by one or all', async () => {
    const owner = (await mongo.collection('users').findOne({ usernameKey: 'admin' }))?._id;
    const sessionOf = async (tokens: SessionTokens) => {
      const value = await redis.get(accessKeys.session(hashToken(tokens.token)));
      return sessionRecord.parse(JSON.parse(value ?? '')).sessionId;
    };
    const firefox = await signInFrom(
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      '203.0.113.77',
    );
    const unknown = await signInFrom('', '2001:db8:1:2:3::4');
    const id = String(owner);
    const own = as(person('owner', { id, sessionId: await sessionOf(firefox) }));
    const listed = await own(listSessions, {});
    expect(listed.find(({ isCurrent }) => isCurrent)).toMatchObject({
      id: await sessionOf(firefox),
      browser: 'Firefox',
      system: 'Linux',
      network: '203.0.113.0/24',
    });
    const other = listed.find((session) => session.network === '2001:db8:1:2::/64');
    expect(other).not.toHaveProperty('browser');
    expect(Math.abs(Date.parse(other?.startedAt ?? '') - Date.now())).toBeLessThan(60_000);

    const stranger = as(person('editor', { id: 'c'.repeat(24) }));
    expect(await stranger(listSessions, {})).toEqual([]);

    await own(endSession, { id: await sessionOf(unknown) });
    expect([await isOpen(firefox), await isOpen(unknown)]).toEqual([true, false]);
    await own(endSessions, {});
    expect(await isOpen(firefox)).toBe(false);
    expect(await own(listSessions, {})).toEqual([]);
  });
});

describe('sign-out', () => {
  it.each([
    ['the access token', ({ token }: SessionTokens) => ({ token })],
    ['the refresh token', ({ refreshToken }: SessionTokens) => ({ refreshToken })],
    ['both', ({ token, refreshToken }: SessionTokens) => ({ token, refreshToken })],
  ])('ends its own session by %s', async (_by, pick) => {
    const before = spy.of(accountEvents.signedOut).length;
    const [own, other] = [await signInAs(call), await signInAs(call)];
    const renewed = await refresh(own);
    await call(signOut, pick(renewed));
    expect([await isOpen(own), await isOpen(renewed)]).toEqual([false, false]);
    expect(await refusal(renewed)).toBe('ACCESS_REQUIRED');
    expect(await isOpen(other)).toBe(true);
    await spy.waitFor(accountEvents.signedOut, () => true);
    await call(signOut, pick(renewed));
    await pause(100);
    expect(spy.of(accountEvents.signedOut)).toHaveLength(before + 1);
  });

  it('changes nothing for unknown tokens', async () => {
    const tokens = await signInAs(call);
    expect(await call(signOut, { token: 'unknown', refreshToken: 'unknown' })).toEqual({});
    expect(await call(signOut, {})).toEqual({});
    expect(await isOpen(tokens)).toBe(true);
  });

  it('leaves nothing of the session but the pointers that expire', async () => {
    await redis.del(...(await sessionKeysLeft()));
    const tokens = await refresh(await signInAs(call));
    await call(signOut, { token: tokens.token });
    expect(await sessionKeysLeft()).toEqual([]);
  });
});

const sessionKeysLeft = async () => {
  const keys = await redis.keys(`${env.REDIS_PREFIX}*session*`);
  return keys.map((key) => key.slice(env.REDIS_PREFIX.length));
};

describe('a confirmation', () => {
  it('counts from the sign-in, is kept by a renewal, and begins again with the password', async () => {
    const before = Date.now();
    const tokens = await signInAs(call);
    const { accountId, sessionId, confirmedAt = 0 } = await recordOf(tokens);
    expect(confirmedAt).toBeGreaterThanOrEqual(before - 100);
    const renewed = await call(refreshSession, { refreshToken: tokens.refreshToken });
    expect((await recordOf(renewed)).confirmedAt).toBe(confirmedAt);
    await redis.hset(`session-family:${sessionId}`, 'confirmedAt', 1);
    const again = as(person('owner', { id: accountId, sessionId }));
    expect(await again(startConfirmation, {})).toEqual({ kinds: ['password'] });
    const address = freshAddress();
    const wrong = again(confirm, { proof: { password: 'wrong-password' }, address });
    expect((await errorOf(wrong)).code).toBe('WRONG_PASSWORD');
    expect((await recordOf(renewed)).confirmedAt).toBe(confirmedAt);
    const ttl = await redis.pttl(accessKeys.session(hashToken(renewed.token)));
    await again(confirm, { proof: { password: ADMIN.password }, address });
    expect((await recordOf(renewed)).confirmedAt).toBeGreaterThan(confirmedAt);
    expect(Number(await redis.hget(`session-family:${sessionId}`, 'confirmedAt'))).toBe(
      (await recordOf(renewed)).confirmedAt,
    );
    expect(await redis.pttl(accessKeys.session(hashToken(renewed.token)))).toBeLessThanOrEqual(ttl);
  });
});
