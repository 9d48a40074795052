import { randomBytes } from 'node:crypto';
import { MONGO, REDIS } from '@ctdb/chassis';
import {
  anonymous,
  person,
  type RpcCaller,
  rpcCallers,
  startTestService,
  type TestService,
} from '@ctdb/chassis/testing';
import { addTotp, confirm, signIn, startTotp } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { TOTP } from 'otpauth';
import { hashToken } from '../src/accounts/tokens.js';
import { BillingModule } from '../src/billing.module.js';
import { ADMIN, billingEnv, errorOf, freshAddress, redisOf, signInAs } from './support/billing.js';

/** Seconds; no test waits for it. */
const DELAY = 60;

const env = billingEnv({
  SIGN_IN_DELAY_SECONDS: String(DELAY),
  SIGN_IN_ADDRESS_TRIES: '12',
  SIGN_IN_ACCOUNT_TRIES: '60',
});
const redis = redisOf(env);
let service: TestService;
let as: Awaited<ReturnType<typeof rpcCallers>>;
let call: RpcCaller;
let serviceRedis: Redis;

beforeAll(async () => {
  service = await startTestService(BillingModule, env);
  serviceRedis = service.get<Redis>(REDIS);
  as = await rpcCallers(env);
  call = as(anonymous);
}, 60_000);

const wrong = async (address: string, username = 'admin') => {
  const error = await errorOf(call(signIn, { username, password: 'wrong-password', address }));
  return error.code === 'TOO_MANY_TRIES' ? error.params : error.code;
};

/** Moves the end of all delays into the past, as time does. */
const passTime = async () => {
  const keys = await redis.keys(`${env.REDIS_PREFIX}tries:*`);
  for (const key of keys.map((name) => name.slice(env.REDIS_PREFIX.length)))
    if ((await redis.type(key)) === 'hash') await redis.hset(key, 'until', 1);
};

/** The answer tells to wait for what is left of `seconds`; a slow machine may have used half. */
const expectWait = (answer: Awaited<ReturnType<typeof wrong>>, seconds: number) => {
  const { retryAfter } = answer as { retryAfter?: number };
  expect(retryAfter).toBeGreaterThanOrEqual(seconds / 2);
  expect(retryAfter).toBeLessThanOrEqual(seconds);
};

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe('throttling', () => {
  it('gives five tries, then makes wait, also who knows the password by now', async () => {
    const address = freshAddress();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await wrong(address)).toBe('INVALID_CREDENTIALS');
    expectWait(await wrong(address), DELAY);
    expect((await errorOf(signInAs(call, ADMIN.password, address))).code).toBe('TOO_MANY_TRIES');
    await passTime();
    expect((await signInAs(call, ADMIN.password, address)).username).toBe(ADMIN.username);
    // Cleared: five tries again.
    for (let tries = 0; tries < 5; tries += 1)
      expect(await wrong(address)).toBe('INVALID_CREDENTIALS');
    expectWait(await wrong(address), DELAY);
  });

  it('doubles the delay with every failure, and not with refused tries', async () => {
    const address = freshAddress();
    await times(5, () => wrong(address, 'guessed'));
    for (const delay of [DELAY, 2 * DELAY]) {
      await times(10, async () => expectWait(await wrong(address, 'guessed'), delay));
      await passTime();
      expect(await wrong(address, 'guessed')).toBe('INVALID_CREDENTIALS');
    }
    expectWait(await wrong(address, 'guessed'), 4 * DELAY);
  });

  it('checks five passwords of fifty parallel ones', async () => {
    const address = freshAddress();
    const answers = await times(50, () => wrong(address, 'parallel'));
    expect(answers.filter((answer) => answer === 'INVALID_CREDENTIALS')).toHaveLength(5);
    expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(45);
  });

  it('holds up neither other names there nor the same name elsewhere', async () => {
    const address = freshAddress();
    await times(6, () => wrong(address, 'one'));
    expectWait(await wrong(address, 'one'), DELAY);
    expect(await wrong(address, 'two')).toBe('INVALID_CREDENTIALS');
    expect(await wrong(freshAddress(), 'one')).toBe('INVALID_CREDENTIALS');
  });

  it('counts an address over all names, an IPv6 network as one', async () => {
    const network = `2001:db8:${randomBytes(2).toString('hex')}`;
    await times(12, (index) => wrong(`${network}:7::${index}`, `name-${index}`));
    expectWait(await wrong(`${network}:7::ffff`, 'another'), DELAY);
    expect(await wrong(`${network}:8::1`, 'another')).toBe('INVALID_CREDENTIALS');
  });

  it('does not count what succeeds', async () => {
    const address = freshAddress();
    for (let tries = 0; tries < 15; tries += 1) await signInAs(call, ADMIN.password, address);
  });

  it('slows guessing from many addresses, but not where the account is known', async () => {
    const known = freshAddress();
    await signInAs(call, ADMIN.password, known);
    for (let round = 0; round < 7; round += 1) await times(10, () => wrong(freshAddress()));
    expect(await wrong(freshAddress())).toEqual({ retryAfter: expect.any(Number) });
    expect((await signInAs(call, ADMIN.password, known)).username).toBe(ADMIN.username);
    await passTime();
    expect((await signInAs(call)).username).toBe(ADMIN.username);
  });

  it('holds up a known browser for its own tries alone, wherever it is', async () => {
    const from = (browserToken = '', password: string = ADMIN.password) => {
      const browser = hashToken(browserToken);
      const request = { username: 'admin', password, address: freshAddress(), browser };
      return call(signIn, request);
    };
    const { browserToken: first } = await from('unknown');
    for (let round = 0; round < 7; round += 1) await times(10, () => wrong(freshAddress()));
    expect((await errorOf(from('unknown'))).code).toBe('TOO_MANY_TRIES');
    const { browserToken: second } = await from(first);
    expect((await errorOf(from(first))).code).toBe('TOO_MANY_TRIES');
    for (let tries = 0; tries < 5; tries += 1)
      expect((await errorOf(from(second, 'wrong-password'))).code).toBe('INVALID_CREDENTIALS');
    expect((await errorOf(from(second))).code).toBe('TOO_MANY_TRIES');
    await passTime();
    await from(second);
  });

  it('refuses, and never opens, while Redis is away', async () => {
    serviceRedis.disconnect();
    expect((await errorOf(signInAs(call))).code).toBe('SERVICE_UNAVAILABLE');
    await serviceRedis.connect();
    expect((await signInAs(call)).username).toBe(ADMIN.username);
  });
});

describe('second factors', () => {
  let owner: RpcCaller;
  let id: string;
  let totp: TOTP;
  let browser: string;

  beforeAll(async () => {
    const { browserToken = '' } = await call(signIn, { ...ADMIN, address: freshAddress() });
    browser = hashToken(browserToken);
    const users = service.get<Connection>(MONGO).collection('users');
    id = String((await users.findOne({ usernameKey: 'admin' }))?._id);
    owner = as(person('owner', { id }));
    const { secret } = await owner(startTotp, {});
    totp = new TOTP({ secret });
    await owner(addTotp, { code: totp.generate() });
    await users.updateOne({ usernameKey: 'admin' }, { $set: { 'totp.lastStep': 0 } });
  });
  const guess = async (address: string) =>
    (await errorOf(owner(confirm, { proof: { code: '000000' }, address }))).code;

  it('have attempts that no username uses up', async () => {
    const address = freshAddress();
    for (const username of [`\0factor:${id}`, `FACTOR:${id}`])
      await times(5, () => wrong(address, username));
    expect(await guess(address)).toBe('WRONG_FACTOR');
  });

  it('have few attempts from all networks together, and do not delay a known browser', async () => {
    // One was made above.
    for (let tries = 1; tries < 12; tries += 1)
      expect(await guess(freshAddress())).toBe('WRONG_FACTOR');
    expect(await guess(freshAddress())).toBe('TOO_MANY_TRIES');
    const proof = { code: totp.generate() };
    await owner(confirm, { proof, address: freshAddress(), browser });
  });
});
