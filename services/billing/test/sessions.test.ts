import { person } from '@ctdb/chassis/testing';
import {
  accessKeys,
  accountEvents,
  confirm,
  endSession,
  endSessions,
  listSessions,
  type SessionTokens,
  signIn,
  signOut,
  startConfirmation,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { hashToken } from '../src/accounts/users/tokens.js';
import {
  codeOf,
  freshAddress,
  newName,
  PASSWORD,
  signInAs,
  TestBilling,
} from './support/billing.js';

const GRACE_MS = 10_000;
const billing = new TestBilling();
const { isOpen, recordOf, redis, refresh } = billing;

const open = () => signInAs(billing.buyer);
const openAll = (all: SessionTokens[]) => Promise.all(all.map(isOpen));
const refusal = (tokens: Pick<SessionTokens, 'refreshToken'>) => codeOf(refresh(tokens));
const familyOf = async (tokens: SessionTokens) =>
  `session-family:${(await recordOf(tokens))?.sessionId}`;

/** Moves the last refresh of a session into the past, as time does. */
const passGrace = async (tokens: SessionTokens) => {
  const family = await familyOf(tokens);
  await redis.hincrby(family, 'rotatedAt', -GRACE_MS - 1);
};

it('refresh gives a new pair, and leaves the old access token the grace alone', async () => {
  const first = await open();
  const second = await refresh(first);
  const parts = [first, second].flatMap(({ token, refreshToken }) => [token, refreshToken]);
  expect(new Set(parts).size).toBe(4);
  expect(second.username).toBe(first.username);
  const third = await refresh(second);
  expect(await openAll([first, second, third])).toEqual([true, true, true]);
  const left = ({ token }: SessionTokens) => redis.pttl(accessKeys.session(hashToken(token)));
  for (const old of [first, second]) expect(await left(old)).toBeLessThanOrEqual(GRACE_MS);
  expect(await left(third)).toBeGreaterThan(GRACE_MS);
});

it('refresh answers again within the grace, for the answer may be lost, and two tabs at the same moment', async () => {
  const first = await open();
  const lost = await refresh(first);
  const again = await refresh(first);
  expect(again.refreshToken).not.toBe(lost.refreshToken);
  await passGrace(again);
  expect(await isOpen(await refresh(again))).toBe(true);
  const shared = await open();
  const both = await Promise.all([refresh(shared), refresh(shared)]);
  const after = await Promise.all(both.map(refresh));
  expect(await openAll([...both, ...after])).toEqual([true, true, true, true]);
});

it('refresh ends the whole session when an old token comes back after the grace', async () => {
  const [first, other] = [await open(), await open()];
  const second = await refresh(first);
  const record = await recordOf(second);
  await passGrace(second);
  expect(await refusal(first)).toBe('ACCESS_REQUIRED');
  expect(await openAll([first, second])).toEqual([false, false]);
  expect(await refusal(second)).toBe('ACCESS_REQUIRED');
  expect(await isOpen(other)).toBe(true);
  const { payload } = await billing.events.waitFor(accountEvents.refreshReused);
  expect(payload).toMatchObject({ username: first.username, accountId: record?.accountId });
  expect(billing.events.of(accountEvents.refreshReused)).toHaveLength(1);
});

it('refresh ends when a token two generations old comes back, or a thief goes on beside its owner', async () => {
  const first = await open();
  const third = await refresh(await refresh(first));
  expect(await refusal(first)).toBe('ACCESS_REQUIRED');
  expect(await isOpen(third)).toBe(false);
  const stolen = await open();
  const [owner, thief] = await Promise.all([refresh(stolen), refresh(stolen)]);
  const ownersNext = await refresh(owner);
  await passGrace(ownersNext);
  expect(await refusal(thief)).toBe('ACCESS_REQUIRED');
  expect(await openAll([ownersNext, thief])).toEqual([false, false]);
});

it('refresh knows no other token, nor an access token, and ends with the role', async () => {
  const { username } = await billing.join('owner');
  const tokens = await billing.signIn(username);
  for (const refreshToken of ['x'.repeat(200), '\ud800', '*', 'a:b:1', tokens.token])
    expect(await refusal({ refreshToken })).toBe('ACCESS_REQUIRED');
  expect(await isOpen({ token: tokens.refreshToken })).toBe(false);
  await billing.users().updateOne({ username }, { $unset: { role: 1 } });
  expect(await refusal(tokens)).toBe('ACCESS_REQUIRED');
});

it('refresh expires in Redis when it is idle, and never later than its last moment', async () => {
  const expiry = (key: string) => redis.pexpiretime(key);
  const first = await open();
  const family = await familyOf(first);
  const accessKey = accessKeys.session(hashToken(first.token));
  const end = await expiry(`refresh:${hashToken(first.refreshToken)}`);
  const start = Number(await redis.hget(family, 'startedAt'));
  expect(end - start).toBe(43_200_000);
  expect(Date.parse(first.refreshExpiresAt) - start).toBe(1_800_000);
  expect(Date.parse(first.expiresAt) - start).toBe(900_000);
  expect((await expiry(family)) - start).toBe(1_800_000);
  expect((await expiry(accessKey)) - start).toBe(900_000);

  const soon = start + 20_000;
  await redis.hset(family, 'endsAt', soon);
  const second = await refresh(first);
  const ends = [second.expiresAt, second.refreshExpiresAt].map(Date.parse);
  const keys = [family, accessKeys.session(hashToken(second.token))];
  expect([...ends, ...(await Promise.all(keys.map(expiry)))]).toEqual([soon, soon, soon, soon]);
  await redis.pexpireat(family, 1);
  expect(await refusal(second)).toBe('ACCESS_REQUIRED');
});

it('own sessions say whence and since when they are, and end one by one or all', async () => {
  const { id, username } = await billing.join('editor');
  const signInFrom = (userAgent: string, address: string) =>
    billing.buyer(signIn, { username, password: PASSWORD, address, userAgent });
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const firefox = await signInFrom(agent, '203.0.113.77');
  const unknown = await signInFrom('', '2001:db8:1:2:3::4');
  const sessionId = (await recordOf(firefox))?.sessionId ?? '';
  const own = billing.as(person('editor', { id, sessionId }));
  const listed = await own(listSessions, {});
  const current = { id: sessionId, browser: 'Firefox', system: 'Linux', network: '203.0.113.0/24' };
  expect(listed.find(({ isCurrent }) => isCurrent)).toMatchObject(current);
  const other = listed.find((session) => session.network === '2001:db8:1:2::/64');
  expect(other).not.toHaveProperty('browser');
  expect(Math.abs(Date.parse(other?.startedAt ?? '') - Date.now())).toBeLessThan(60_000);
  const stranger = billing.as(person('editor', { id: 'c'.repeat(24) }));
  expect(await stranger(listSessions, {})).toEqual([]);

  await own(endSession, { id: other?.id ?? '' });
  expect(await openAll([firefox, unknown])).toEqual([true, false]);
  await own(endSessions, {});
  expect(await isOpen(firefox)).toBe(false);
  expect(await own(listSessions, {})).toEqual([]);
});

it.each([
  ['the access token', ({ token }: SessionTokens) => ({ token })],
  ['the refresh token', ({ refreshToken }: SessionTokens) => ({ refreshToken })],
  ['both', ({ token, refreshToken }: SessionTokens) => ({ token, refreshToken })],
])('sign-out ends its own session by %s, once', async (_by, pick) => {
  const { id, username } = await billing.join('editor');
  const [own, other] = [await billing.signIn(username), await billing.signIn(username)];
  const renewed = await refresh(own);
  const sessionId = (await recordOf(renewed))?.sessionId ?? '-';
  await billing.buyer(signOut, pick(renewed));
  expect(await openAll([own, renewed, other])).toEqual([false, false, true]);
  expect(await billing.keys(sessionId)).toEqual([]);
  expect(await refusal(renewed)).toBe('ACCESS_REQUIRED');
  for (const unknown of [pick(renewed), { token: newName(), refreshToken: newName() }, {}])
    expect(await billing.buyer(signOut, unknown)).toEqual({});
  expect(await isOpen(other)).toBe(true);
  // What is published later comes later.
  await billing.buyer(signOut, { token: other.token });
  const ended = () => billing.eventsAbout(accountEvents.signedOut, id);
  await billing.events.waitFor(accountEvents.signedOut, () => ended().length >= 2);
  expect(ended()).toHaveLength(2);
});

it('a confirmation counts from the sign-in, is kept by a renewal, and begins again with the password', async () => {
  const before = Date.now();
  const { id, username } = await billing.join('owner');
  const tokens = await billing.signIn(username);
  const { sessionId = '', confirmedAt = 0 } = (await recordOf(tokens)) ?? {};
  expect(confirmedAt).toBeGreaterThanOrEqual(before - 100);
  const renewed = await refresh(tokens);
  const confirmedOf = async () => (await recordOf(renewed))?.confirmedAt;
  expect(await confirmedOf()).toBe(confirmedAt);
  const family = `session-family:${sessionId}`;
  await redis.hset(family, 'confirmedAt', 1);
  const own = billing.as(person('owner', { id, sessionId }));
  expect(await own(startConfirmation, {})).toEqual({ kinds: ['password'] });
  const address = freshAddress();
  const wrong = own(confirm, { proof: { password: 'wrong-password' }, address });
  expect(await codeOf(wrong)).toBe('WRONG_PASSWORD');
  expect(await confirmedOf()).toBe(confirmedAt);
  const ttl = () => redis.pttl(accessKeys.session(hashToken(renewed.token)));
  const left = await ttl();
  await own(confirm, { proof: { password: PASSWORD }, address });
  expect(await confirmedOf()).toBeGreaterThan(confirmedAt);
  expect(Number(await redis.hget(family, 'confirmedAt'))).toBe(await confirmedOf());
  expect(await ttl()).toBeLessThanOrEqual(left);
});
