import { accountEvents, type RequestInput, signIn } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { hash } from '@node-rs/argon2';
import {
  ADMIN,
  codeOf,
  errorOf,
  freshAddress,
  newName,
  PASSWORD,
  signInAs,
  TestBilling,
} from './support/billing.js';

const billing = new TestBilling();

const stored = async (usernameKey = 'admin') => {
  const user = await billing.users().findOne({ usernameKey });
  if (!user) throw new Error('there is no such account');
  return user;
};
const ARGON2ID = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

describe('sign-in', () => {
  it('answers tokens that Redis knows by their hash only', async () => {
    const known = await billing.keys();
    const before = Date.now();
    const tokens = await signInAs(billing.buyer);
    expect(tokens.username).toBe(ADMIN.username);
    const record = await billing.recordOf(tokens);
    const owner = { username: ADMIN.username, accountId: billing.ownerId };
    expect(record).toMatchObject({ ...owner, expiresAt: Date.parse(tokens.expiresAt) });
    const [left, idle] = [tokens.expiresAt, tokens.refreshExpiresAt].map(
      (end) => Date.parse(end) - before,
    );
    expect(Math.abs((left ?? 0) - 900_000)).toBeLessThan(5_000);
    expect(Math.abs((idle ?? 0) - 1_800_000)).toBeLessThan(5_000);
    const keys = (await billing.keys()).filter(
      (key) => !key.startsWith('billing:') && !known.includes(key),
    );
    const ttls = await Promise.all(keys.map((key) => billing.redis.pttl(key)));
    expect(ttls.every((ttl) => ttl > 0)).toBe(true);
    expect(keys.join()).not.toContain(tokens.token);
    expect(keys.join()).not.toContain(tokens.refreshToken);
  });

  it.each(['ADMIN', '  Admin ', 'ａｄｍｉｎ'])('takes the name as %j', async (username) => {
    expect((await billing.signIn(username, ADMIN.password)).username).toBe(ADMIN.username);
  });

  it('stores argon2id, the time of the sign-in, and tells of it', async () => {
    const before = Date.now();
    await signInAs(billing.buyer);
    const user = await stored();
    expect(user['password']).toMatch(ARGON2ID);
    expect(user['lastLoginAt'].getTime()).toBeGreaterThanOrEqual(before - 1);
    expect(user).toMatchObject({ role: 'owner', isAdmin: true, subscriptionStatus: 'inactive' });
    const { payload } = await billing.events.waitFor(
      accountEvents.signedIn,
      (event) => event.payload.accountId === billing.ownerId,
    );
    expect(payload).toEqual({ accountId: billing.ownerId, username: ADMIN.username });
  });

  it('says the same for a wrong password and an unknown name, takes as long, and stores nothing', async () => {
    const since = new Date().toISOString();
    const accounts = await billing.users().countDocuments();
    const time = async (username: string) => {
      const start = performance.now();
      const { code, params } = await errorOf(billing.signIn(username, 'wrong-password'));
      expect({ code, params }).toEqual({ code: 'INVALID_CREDENTIALS', params: {} });
      return performance.now() - start;
    };
    const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? NaN;
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 9; round += 1) {
      known.push(await time('admin'));
      unknown.push(await time(newName()));
    }
    const ratio = median(known) / median(unknown);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
    // The gateway counts failures.
    await signInAs(billing.buyer);
    await billing.events.waitFor(accountEvents.signedIn, ({ at }) => at >= since);
    expect(billing.events.of(accountEvents.signInFailed)).toEqual([]);
    expect(await billing.users().countDocuments()).toBe(accounts);
  });

  it('hashes anew when the parameters have changed', async () => {
    const { username } = await billing.join('editor');
    const password = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await billing.users().updateOne({ username }, { $set: { password } });
    await billing.signIn(username);
    expect((await stored(username))['password']).toMatch(ARGON2ID);
    await billing.signIn(username);
  });

  it('rejects accounts that have no role or no password', async () => {
    const { password } = await stored();
    const row = { isAdmin: false, createdAt: new Date(), credentialVersion: 1, outbox: [] };
    const [reader, empty] = [newName(), newName()];
    await billing.users().insertMany([
      { ...row, username: reader, usernameKey: reader, password },
      { ...row, username: empty, usernameKey: empty, role: 'admin' },
    ]);
    for (const [name, word] of [
      [reader, ADMIN.password],
      [empty, ADMIN.password],
      [empty, 'undefined'],
    ] as const)
      expect(await codeOf(billing.signIn(name, word))).toBe('INVALID_CREDENTIALS');
  });
});

describe('hostile input', () => {
  it.each([
    ['an operator as name', { username: { $ne: null }, password: 'x' }],
    ['an operator as password', { username: 'admin', password: { $gt: '' } }],
  ])('refuses %s', async (_what, body) => {
    const request: unknown = { ...body, address: freshAddress() };
    expect(await codeOf(billing.buyer(signIn, request as RequestInput<typeof signIn>))).toBe(
      'VALIDATION_FAILED',
    );
  });

  it.each([
    ['$where', ADMIN.password],
    ['admin\u0000', ADMIN.password],
    ['\ud800', ADMIN.password],
    ['.*', ADMIN.password],
    ['x'.repeat(200), ADMIN.password],
    ['admin', '\ud800'],
    ['admin', 'x'.repeat(256)],
    ['admin', `${ADMIN.password} `],
  ])('refuses the name %j with the password %j', async (username, password) => {
    expect(await codeOf(billing.signIn(username, password))).toBe('INVALID_CREDENTIALS');
  });
});
