import { randomBytes } from 'node:crypto';
import { REDIS } from '@ctdb/chassis';
import type { RpcCaller } from '@ctdb/chassis/testing';
import { addTotp, changePassword, confirm, signIn, startTotp } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Redis } from 'ioredis';
import { TOTP } from 'otpauth';
import { hashToken } from '../src/accounts/users/tokens.js';
import {
  ADMIN,
  billingEnv,
  codeOf,
  errorOf,
  freshAddress,
  signInAs,
  TestBilling,
} from './support/billing.js';

/** Seconds; no test waits for them. */
const DELAY = 60;
const LONGEST_DELAY = 200;

const billing = new TestBilling(
  billingEnv({
    SIGN_IN_DELAY_SECONDS: String(DELAY),
    SIGN_IN_LONGEST_DELAY_SECONDS: String(LONGEST_DELAY),
    SIGN_IN_ADDRESS_TRIES: '12',
    SIGN_IN_ACCOUNT_TRIES: '20',
  }),
);
const { redis } = billing;
const call: RpcCaller = (...request) => billing.buyer(...request);

const wrong = async (address: string, username = 'admin') => {
  const error = await errorOf(call(signIn, { username, password: 'wrong-password', address }));
  return error.code === 'TOO_MANY_TRIES' ? error.params : error.code;
};

/** So many wrong passwords, one after the other, of which each is checked. */
const fail = async (count: number, address: string) => {
  for (let tries = 0; tries < count; tries += 1)
    expect(await wrong(address)).toBe('INVALID_CREDENTIALS');
};

/** Moves the end of all delays into the past, as time does. */
const passTime = async () => {
  for (const key of await billing.keys('tries:'))
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

it('throttling gives five tries, then makes wait, also who knows the password by now', async () => {
  const address = freshAddress();
  await fail(5, address);
  expectWait(await wrong(address), DELAY);
  expect(await codeOf(signInAs(call, ADMIN.password, address))).toBe('TOO_MANY_TRIES');
  await passTime();
  expect((await signInAs(call, ADMIN.password, address)).username).toBe(ADMIN.username);
  // Cleared: five tries again.
  await fail(5, address);
  expectWait(await wrong(address), DELAY);
});

it('throttling doubles the delay with every failure up to the longest one, and not with refused tries', async () => {
  const address = freshAddress();
  await times(5, () => wrong(address, 'guessed'));
  for (const delay of [DELAY, 2 * DELAY]) {
    await times(10, async () => expectWait(await wrong(address, 'guessed'), delay));
    await passTime();
    expect(await wrong(address, 'guessed')).toBe('INVALID_CREDENTIALS');
  }
  expectWait(await wrong(address, 'guessed'), LONGEST_DELAY);
});

it('throttling checks five passwords of fifty parallel ones', async () => {
  const address = freshAddress();
  const answers = await times(50, () => wrong(address, 'parallel'));
  expect(answers.filter((answer) => answer === 'INVALID_CREDENTIALS')).toHaveLength(5);
  expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(45);
  // Neither other names there wait, nor the same name elsewhere.
  expect(await wrong(address, 'two')).toBe('INVALID_CREDENTIALS');
  expect(await wrong(freshAddress(), 'parallel')).toBe('INVALID_CREDENTIALS');
});

it('throttling counts an address over all names, an IPv6 network as one', async () => {
  const network = `2001:db8:${randomBytes(2).toString('hex')}`;
  await times(12, (index) => wrong(`${network}:7::${index}`, `name-${index}`));
  expectWait(await wrong(`${network}:7::ffff`, 'another'), DELAY);
  expect(await wrong(`${network}:8::1`, 'another')).toBe('INVALID_CREDENTIALS');
});

it('throttling counts a change of the password together with sign-in', async () => {
  const address = freshAddress();
  const passwords = { currentPassword: 'wrong', newPassword: ADMIN.password };
  const change = () => codeOf(billing.owner(changePassword, { ...passwords, address }));
  for (let tries = 0; tries < 3; tries += 1) expect(await change()).toBe('WRONG_PASSWORD');
  await times(2, () => wrong(address));
  expect(await change()).toBe('TOO_MANY_TRIES');
  await passTime();
  expect(await change()).toBe('WRONG_PASSWORD');
});

it('throttling slows guessing from many addresses, but not where the account is known', async () => {
  const known = freshAddress();
  // What succeeds is not counted.
  for (let tries = 0; tries < 13; tries += 1) await signInAs(call, ADMIN.password, known);
  await times(24, () => wrong(freshAddress()));
  expect(await wrong(freshAddress())).toEqual({ retryAfter: expect.any(Number) });
  expect((await signInAs(call, ADMIN.password, known)).username).toBe(ADMIN.username);
  await passTime();
  expect((await signInAs(call)).username).toBe(ADMIN.username);
});

it('throttling holds up a known browser for its own tries alone, wherever it is', async () => {
  const from = (browserToken = '', password: string = ADMIN.password) => {
    const browser = hashToken(browserToken);
    const request = { username: 'admin', password, address: freshAddress(), browser };
    return call(signIn, request);
  };
  const { browserToken: first } = await from('unknown');
  await times(24, () => wrong(freshAddress()));
  expect(await codeOf(from('unknown'))).toBe('TOO_MANY_TRIES');
  const { browserToken: second } = await from(first);
  expect(await codeOf(from(first))).toBe('TOO_MANY_TRIES');
  for (let tries = 0; tries < 5; tries += 1)
    expect(await codeOf(from(second, 'wrong-password'))).toBe('INVALID_CREDENTIALS');
  expect(await codeOf(from(second))).toBe('TOO_MANY_TRIES');
  await passTime();
  await from(second);
});

it('throttling refuses, and never opens, while Redis is away', async () => {
  const connection = billing.service.get<Redis>(REDIS);
  connection.disconnect();
  expect(await codeOf(signInAs(call))).toBe('SERVICE_UNAVAILABLE');
  await connection.connect();
  expect((await signInAs(call)).username).toBe(ADMIN.username);
});

describe('second factors', () => {
  let totp: TOTP;
  let browser: string;

  beforeAll(async () => {
    const { browserToken = '' } = await call(signIn, { ...ADMIN, address: freshAddress() });
    browser = hashToken(browserToken);
    const { secret } = await billing.owner(startTotp, {});
    totp = new TOTP({ secret });
    await billing.owner(addTotp, { code: totp.generate() });
    const used = { $set: { 'totp.lastStep': 0 } };
    await billing.users().updateOne({ usernameKey: 'admin' }, used);
  });
  const guess = (address: string) =>
    codeOf(billing.owner(confirm, { proof: { code: '000000' }, address }));

  it('have attempts that no username uses up', async () => {
    const address = freshAddress();
    for (const username of [`\0factor:${billing.ownerId}`, `FACTOR:${billing.ownerId}`])
      await times(5, () => wrong(address, username));
    expect(await guess(address)).toBe('WRONG_FACTOR');
  });

  it('have few attempts from all networks together, and do not delay a known browser', async () => {
    // One was made above.
    for (let tries = 1; tries < 12; tries += 1)
      expect(await guess(freshAddress())).toBe('WRONG_FACTOR');
    expect(await guess(freshAddress())).toBe('TOO_MANY_TRIES');
    const proof = { code: totp.generate() };
    await billing.owner(confirm, { proof, address: freshAddress(), browser });
  });
});
