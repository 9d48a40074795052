import { AppLogger, Health } from '@ctdb/chassis';
import { accountEvents } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { AccountsRepository } from '../src/accounts/users/accounts.repository.js';
import { FirstAdministrator } from '../src/accounts/people/first-administrator.js';
import { PasswordHasher } from '../src/accounts/passwords/password-hasher.js';
import { BILLING_CONFIG, type BillingConfig } from '../src/config.js';
import {
  ADMIN,
  billingEnv,
  captureLogs,
  codeOf,
  signInAs,
  TestBilling,
} from './support/billing.js';

const logs = captureLogs();
const billing = new TestBilling(billingEnv({ LOG_LEVEL: 'info', ADMIN_PASSWORD: '' }));
const OTHER = 'marigold-heron-58';

/** What a process does as it starts with these settings; returns what keeps it from being ready. */
const start = async (
  password?: string,
  username: string = ADMIN.username,
  minLength = 6,
): Promise<string[]> => {
  const { get } = billing.service;
  const config = get<BillingConfig>(BILLING_CONFIG);
  const health = new Health(get(AppLogger));
  const settings = {
    ...config,
    firstAdministrator: { username, password, isGenerated: false },
    password: { ...config.password, minLength },
  };
  const parts = [get(AccountsRepository), get(PasswordHasher), get(AppLogger)] as const;
  await new FirstAdministrator(...parts, health, settings).onApplicationBootstrap();
  return health.failed();
};
const readiness = () => billing.service.get(Health).failed();
const logged = (event: string) => logs.lines().filter((line) => line['event'] === event);
const missing = () => logged('first-administrator-missing');

// In this order: each start finds what the earlier ones left.
it('creates no account without a password, is not ready, and logs what to set', async () => {
  expect(await billing.users().countDocuments()).toBe(0);
  expect(await readiness()).toEqual(['administrator']);
  expect(missing()[0]?.msg).toMatch('set ADMIN_PASSWORD');
});

it.each([
  ['heron-58', ADMIN.username, 12, 'is shorter than PASSWORD_MIN_LENGTH'],
  ['password1', ADMIN.username, 6, 'is common in leaks, or made of words of the product'],
])('creates none with the password %s for %s, is not ready, and logs why', async (...setting) => {
  const [password, username, minLength, why] = setting;
  expect(await start(password, username, minLength)).toEqual(['administrator']);
  expect(await billing.users().countDocuments()).toBe(0);
  const msg = expect.stringContaining(`ADMIN_PASSWORD ${why}; set another`);
  expect(missing().at(-1)).toMatchObject({ level: 'error', msg });
  expect(logs.text()).not.toContain(password);
});

it('takes no name that an account without the right has', async () => {
  const reader = { username: 'Reader', usernameKey: 'reader', isAdmin: false };
  await billing.users().insertOne(reader);
  expect(await start(ADMIN.password, 'READER')).toEqual(['administrator']);
  expect(await billing.users().countDocuments({ isAdmin: true })).toBe(0);
  expect(missing().at(-1)?.msg).toMatch('ADMIN_USERNAME belongs to');
});

it('creates one administrator, once, when several replicas start at the same time', async () => {
  const replicas = await Promise.all([1, 2, 3].map(() => start(ADMIN.password)));
  expect(replicas).toEqual([[], [], []]);
  await expect.poll(readiness).toEqual([]);
  expect(await billing.users().countDocuments({ role: 'owner', isAdmin: true })).toBe(1);
  const line = { level: 'info', username: ADMIN.username };
  expect(logged('first-administrator-created')).toEqual([expect.objectContaining(line)]);
  const { payload } = await billing.events.waitFor(accountEvents.created);
  expect(payload.username).toBe(ADMIN.username);
  expect((await signInAs(billing.buyer)).username).toBe(ADMIN.username);
});

it('starts with another name or password, or one that the policy now rejects, without effect', async () => {
  const before = missing().length;
  expect(await start(ADMIN.password, ADMIN.username, 64)).toEqual([]);
  expect(await start(OTHER, 'second')).toEqual([]);
  expect(missing()).toHaveLength(before);
  expect(await billing.users().countDocuments({ isAdmin: true })).toBe(1);
  expect((await signInAs(billing.buyer)).username).toBe(ADMIN.username);
  expect(await codeOf(signInAs(billing.buyer, OTHER))).toBe('INVALID_CREDENTIALS');
  for (const password of [OTHER, ADMIN.password]) expect(logs.text()).not.toContain(password);
});
