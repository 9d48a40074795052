import { accountEvents } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { hash } from '@node-rs/argon2';
import {
  ADMIN,
  codeOf,
  errorOf,
  expectSameTime,
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

it('sign-in answers tokens that Redis knows by their hash only', async () => {
  const known = await billing.keys();
  const tokens = await billing.signIn('  ＡDMIN ', ADMIN.password);
  expect(tokens.username).toBe(ADMIN.username);
  const record = await billing.recordOf(tokens);
  const owner = { username: ADMIN.username, accountId: billing.ownerId };
  expect(record).toMatchObject({ ...owner, expiresAt: Date.parse(tokens.expiresAt) });
  const keys = (await billing.keys()).filter(
    (key) => !key.startsWith('billing:') && !known.includes(key),
  );
  const ttls = await Promise.all(keys.map((key) => billing.redis.pttl(key)));
  expect(ttls.every((ttl) => ttl > 0)).toBe(true);
  expect(keys.join()).not.toContain(tokens.token);
  expect(keys.join()).not.toContain(tokens.refreshToken);
});

it('sign-in stores argon2id, the time of the sign-in, and tells of it', async () => {
  const before = Date.now();
  await signInAs(billing.buyer);
  const user = await stored();
  expect(user['password']).toMatch(ARGON2ID);
  expect(user['lastLoginAt'].getTime()).toBeGreaterThanOrEqual(before - 1);
  expect(user).toMatchObject({ role: 'owner', isAdmin: true, subscriptionStatus: 'inactive' });
  const { payload } = await billing.eventAbout(accountEvents.signedIn, billing.ownerId);
  expect(payload).toEqual({ accountId: billing.ownerId, username: ADMIN.username });
});

it('sign-in says the same for a wrong password and an unknown name, takes as long, and stores nothing', async () => {
  const since = new Date().toISOString();
  const accounts = await billing.users().countDocuments();
  const attempt = (username: string) => async () => {
    const { code, params } = await errorOf(billing.signIn(username, 'wrong-password'));
    expect({ code, params }).toEqual({ code: 'INVALID_CREDENTIALS', params: {} });
  };
  await expectSameTime(attempt('admin'), () => attempt(newName())(), 2);
  // The gateway counts failures.
  await signInAs(billing.buyer);
  await billing.events.waitFor(accountEvents.signedIn, ({ at }) => at >= since);
  expect(billing.events.of(accountEvents.signInFailed)).toEqual([]);
  expect(await billing.users().countDocuments()).toBe(accounts);
});

it('sign-in hashes anew when the parameters have changed', async () => {
  const { username } = await billing.join('editor');
  const password = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await billing.users().updateOne({ username }, { $set: { password } });
  await billing.signIn(username);
  expect((await stored(username))['password']).toMatch(ARGON2ID);
  await billing.signIn(username);
});

it('sign-in rejects accounts that have no role or no password', async () => {
  const { password } = await stored();
  const row = { isAdmin: false, createdAt: new Date(), credentialVersion: 1, outbox: [] };
  for (const [more, word] of [
    [{ password }, ADMIN.password],
    [{ role: 'admin' }, ADMIN.password],
    [{ role: 'admin' }, 'undefined'],
  ] as const) {
    const username = newName();
    await billing.users().insertOne({ ...row, ...more, username, usernameKey: username });
    expect(await codeOf(billing.signIn(username, word))).toBe('INVALID_CREDENTIALS');
  }
});

it.each([
  ['$where', ADMIN.password],
  ['admin\u0000', ADMIN.password],
  ['\ud800', ADMIN.password],
  ['x'.repeat(200), ADMIN.password],
  ['admin', 'x'.repeat(256)],
])('refuses the name %j with the password %j', async (username, password) => {
  expect(await codeOf(billing.signIn(username, password))).toBe('INVALID_CREDENTIALS');
});
