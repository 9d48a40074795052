import { MONGO } from '@ctdb/chassis';
import {
  anonymous,
  eventSpy,
  type EventSpy,
  type RpcCaller,
  rpcCallers,
  startTestService,
} from '@ctdb/chassis/testing';
import {
  accessKeys,
  accountEvents,
  type RequestInput,
  sessionRecord,
  signIn,
} from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { hash } from '@node-rs/argon2';
import type { Connection } from 'mongoose';
import { hashToken } from '../src/accounts/tokens.js';
import { BillingModule } from '../src/billing.module.js';
import { ADMIN, billingEnv, errorOf, freshAddress, redisOf, signInAs } from './support/billing.js';

const env = billingEnv();
const redis = redisOf(env);
let call: RpcCaller;
let users: ReturnType<Connection['collection']>;
let spy: EventSpy;

beforeAll(async () => {
  spy = await eventSpy(env);
  const service = await startTestService(BillingModule, env);
  users = service.get<Connection>(MONGO).collection('users');
  call = (await rpcCallers(env))(anonymous);
}, 60_000);

const stored = async () => {
  const user = await users.findOne({ usernameKey: 'admin' });
  if (!user) throw new Error('the administrator is missing');
  return user;
};

const attempt = (username: string, password: string, address = freshAddress()) =>
  call(signIn, { username, password, address });

describe('sign-in', () => {
  it('answers tokens that Redis knows by their hash only', async () => {
    const before = Date.now();
    const tokens = await signInAs(call);
    expect(tokens.username).toBe(ADMIN.username);
    const record = sessionRecord.parse(
      JSON.parse((await redis.get(accessKeys.session(hashToken(tokens.token)))) ?? 'null'),
    );
    expect(record).toMatchObject({
      username: ADMIN.username,
      accountId: String((await stored())._id),
    });
    expect(new Date(record.expiresAt).toISOString()).toBe(tokens.expiresAt);
    expect(record.expiresAt - before).toBeGreaterThan(890_000);
    expect(record.expiresAt - before).toBeLessThan(905_000);
    const idle = Date.parse(tokens.refreshExpiresAt) - before;
    expect(idle).toBeGreaterThan(1_790_000);
    expect(idle).toBeLessThan(1_805_000);
    const queues = `${env.REDIS_PREFIX}billing:`;
    const all = await redis.keys(`${env.REDIS_PREFIX}*`);
    const keys = all.filter((key) => !key.startsWith(queues));
    const ttls = await Promise.all(
      keys.map((key) => redis.pttl(key.slice(env.REDIS_PREFIX.length))),
    );
    expect(ttls.every((ttl) => ttl > 0)).toBe(true);
    expect(keys.join()).not.toContain(tokens.token);
    expect(keys.join()).not.toContain(tokens.refreshToken);
  });

  it.each(['admin', 'ADMIN', '  Admin ', 'ａｄｍｉｎ'])(
    'takes the name as %j',
    async (username) => {
      expect((await attempt(username, ADMIN.password)).username).toBe(ADMIN.username);
    },
  );

  it('stores argon2id, the time of the sign-in, and tells of it', async () => {
    const before = Date.now();
    await signInAs(call);
    const user = await stored();
    expect(user['password']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(user['lastLoginAt'].getTime()).toBeGreaterThanOrEqual(before - 1);
    expect(user).toMatchObject({
      role: 'owner',
      isAdmin: true,
      subscriptionStatus: 'inactive',
    });
    const { payload } = await spy.waitFor(accountEvents.signedIn);
    expect(payload).toEqual({ accountId: String(user._id), username: ADMIN.username });
  });

  it('says the same for a wrong password and an unknown name, and takes as long', async () => {
    const time = async (username: string) => {
      const start = performance.now();
      const error = await errorOf(attempt(username, 'wrong-password'));
      expect({ code: error.code, params: error.params }).toEqual({
        code: 'INVALID_CREDENTIALS',
        params: {},
      });
      return performance.now() - start;
    };
    const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? NaN;
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      known.push(await time('admin'));
      unknown.push(await time(`unknown-${round}`));
    }
    const ratio = median(known) / median(unknown);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('stores nothing of failures: the gateway counts them', async () => {
    const since = new Date().toISOString();
    for (const name of ['admin', 'unknown']) await errorOf(attempt(name, 'wrong-password'));
    await signInAs(call);
    await spy.waitFor(accountEvents.signedIn, ({ at }) => at >= since);
    expect(spy.of(accountEvents.signInFailed)).toEqual([]);
    expect(await users.countDocuments()).toBe(1);
  });

  it('hashes anew when the parameters have changed', async () => {
    const weak = await hash(ADMIN.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await users.updateOne({ usernameKey: 'admin' }, { $set: { password: weak } });
    await signInAs(call);
    expect((await stored())['password']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signInAs(call);
  });

  it('rejects accounts that have no role or no password', async () => {
    const password = (await stored())['password'];
    const row = { isAdmin: false, createdAt: new Date(), credentialVersion: 1, outbox: [] };
    await users.insertMany([
      { ...row, username: 'reader', usernameKey: 'reader', password },
      { ...row, username: 'empty', usernameKey: 'empty', role: 'admin' },
    ]);
    for (const name of ['reader', 'empty'])
      expect((await errorOf(attempt(name, ADMIN.password))).code).toBe('INVALID_CREDENTIALS');
    expect((await errorOf(attempt('empty', 'undefined'))).code).toBe('INVALID_CREDENTIALS');
  });
});

describe('hostile input', () => {
  it.each([
    ['an operator as name', { username: { $ne: null }, password: 'x' }],
    ['an operator as password', { username: 'admin', password: { $gt: '' } }],
    ['an array', { username: ['admin'], password: ['x'] }],
    ['nothing', {}],
    ['a blank name', { username: '   ', password: 'x' }],
    ['a name that is too long', { username: 'x'.repeat(201), password: 'x' }],
    ['a password that is too long', { username: 'admin', password: 'x'.repeat(257) }],
    ['an unknown key', { username: 'admin', password: ADMIN.password, isAdmin: true }],
  ])('refuses %s', async (_what, body) => {
    const request = { ...body, address: freshAddress() } as RequestInput<typeof signIn>;
    expect((await errorOf(call(signIn, request))).code).toBe('VALIDATION_FAILED');
  });

  it.each([
    ['$where'],
    ['admin\u0000'],
    ['\ud800'],
    ['\u202eadmin'],
    ['.*'],
    ['admin" || "1"=="1'],
    ['x'.repeat(200)],
  ])('finds no account called %j', async (username) => {
    expect((await errorOf(attempt(username, ADMIN.password))).code).toBe('INVALID_CREDENTIALS');
  });

  it.each([['\ud800'], ['a\u0000b'], ['x'.repeat(256)], [`${ADMIN.password} `]])(
    'takes no password like %j',
    async (password) => {
      expect((await errorOf(attempt('admin', password))).code).toBe('INVALID_CREDENTIALS');
    },
  );
});
