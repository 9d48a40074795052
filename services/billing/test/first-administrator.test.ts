import { Health, MONGO } from '@ctdb/chassis';
import {
  anonymous,
  eventSpy,
  rpcCallers,
  startTestService,
  type TestService,
} from '@ctdb/chassis/testing';
import { accountEvents } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { BillingModule } from '../src/billing.module.js';
import { ADMIN, billingEnv, captureLogs, errorOf, signInAs } from './support/billing.js';

const env = billingEnv({ LOG_LEVEL: 'info' });
const logs = captureLogs();

const start = (
  password: string,
  username: string = ADMIN.username,
  minLength = '',
): Promise<TestService> => {
  Object.assign(process.env, {
    ADMIN_USERNAME: username,
    ADMIN_PASSWORD: password,
    PASSWORD_MIN_LENGTH: minLength,
  });
  return startTestService(BillingModule, env);
};
const usersOf = (service: TestService) => service.get<Connection>(MONGO).collection('users');
const readiness = (service: TestService) => service.get(Health).failed();
const logged = (event: string) => logs.lines().filter((line) => line['event'] === event);

// In this order: each start finds what the earlier ones left.
it('creates no account without a password, is not ready, and logs what to set', async () => {
  const service = await start('');
  expect(await usersOf(service).countDocuments()).toBe(0);
  expect(await readiness(service)).toEqual(['administrator']);
  expect(logged('first-administrator-missing')[0]?.msg).toMatch('set ADMIN_PASSWORD');
  await service.close();
}, 60_000);

it.each([
  ['heron-58', ADMIN.username, '12', 'is shorter than PASSWORD_MIN_LENGTH'],
  ['password1', ADMIN.username, '', 'is common in leaks, or made of words of the product'],
  ['clinic-mysuru', 'Clinic-Mysuru', '', 'is common in leaks, or made of words of the product'],
])(
  'creates no account with the password %s for %s, is not ready, and logs why',
  async (password, username, minLength, why) => {
    const service = await start(password, username, minLength);
    expect(await usersOf(service).countDocuments()).toBe(0);
    expect(await readiness(service)).toEqual(['administrator']);
    expect(logged('first-administrator-missing').at(-1)).toMatchObject({
      level: 'error',
      msg: expect.stringContaining(`ADMIN_PASSWORD ${why}; set another`),
    });
    expect(logs.text()).not.toContain(password);
    await service.close();
  },
  60_000,
);

it('takes no name that an account without the right has', async () => {
  const service = await start('');
  await usersOf(service).insertOne({ username: 'Reader', usernameKey: 'reader', isAdmin: false });
  const second = await start(ADMIN.password, 'READER');
  expect(await usersOf(service).countDocuments({ isAdmin: true })).toBe(0);
  expect(await readiness(second)).toEqual(['administrator']);
  expect(logged('first-administrator-missing').at(-1)?.msg).toMatch('ADMIN_USERNAME belongs to');
  await Promise.all([service.close(), second.close()]);
}, 60_000);

it('creates one administrator, once, when several replicas start at the same time', async () => {
  const waiting = await start('');
  const spy = await eventSpy(env, accountEvents.created);
  const replicas = await Promise.all([1, 2, 3].map(() => start(ADMIN.password)));
  expect(await usersOf(waiting).countDocuments({ role: 'owner', isAdmin: true })).toBe(1);
  const lines = logged('first-administrator-created');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 'info', username: ADMIN.username });
  for (const service of [waiting, ...replicas]) expect(await readiness(service)).toEqual([]);
  const { payload } = await spy.waitFor(accountEvents.created);
  expect(payload.username).toBe(ADMIN.username);
  const call = (await rpcCallers(env))(anonymous);
  expect((await signInAs(call)).username).toBe(ADMIN.username);
  await Promise.all([waiting, ...replicas].map((service) => service.close()));
}, 60_000);

it('starts with a first password that the policy now rejects if an administrator exists', async () => {
  const before = logged('first-administrator-missing').length;
  const service = await start(ADMIN.password, ADMIN.username, '64');
  expect(await readiness(service)).toEqual([]);
  expect(logged('first-administrator-missing')).toHaveLength(before);
  const call = (await rpcCallers(env))(anonymous);
  expect((await signInAs(call)).username).toBe(ADMIN.username);
  await service.close();
}, 60_000);

it('leaves a second start with another name and password without effect', async () => {
  const service = await start('marigold-heron-58', 'second');
  const call = (await rpcCallers(env))(anonymous);
  expect(await usersOf(service).countDocuments({ isAdmin: true })).toBe(1);
  expect((await signInAs(call)).username).toBe(ADMIN.username);
  expect((await errorOf(signInAs(call, 'marigold-heron-58'))).code).toBe('INVALID_CREDENTIALS');
  expect(logs.text()).not.toContain('marigold-heron-58');
  expect(logs.text()).not.toContain(ADMIN.password);
}, 60_000);
