import { randomUUID } from 'node:crypto';
import { person } from '@ctdb/chassis/testing';
import { accountEvents, changePassword, type SessionTokens } from '@ctdb/contracts';
import { beforeEach, expect, it, vi } from 'vitest';
import { SessionsService } from '../src/accounts/sessions/sessions.service.js';
import { Reconciler } from '../src/payments/recovery/reconciler.js';
import {
  codeOf,
  countSuccesses,
  errorOf,
  freshAddress,
  PASSWORD,
  TestBilling,
} from './support/billing.js';

const NEW = 'otter-lagoon-77';
const billing = new TestBilling();
const { isOpen } = billing;
let id: string;
let username: string;

beforeEach(async () => {
  ({ id, username } = await billing.join('admin'));
});

const own = () => billing.as(person('admin', { id, name: username }));
const change = (
  newPassword: string,
  { by = own(), currentPassword = PASSWORD, idempotencyKey = randomUUID() as string } = {},
) =>
  by(changePassword, { currentPassword, newPassword, address: freshAddress() }, { idempotencyKey });
const open = (password?: string) => billing.signIn(username, password);
const refreshCode = (tokens: SessionTokens) => codeOf(billing.refresh(tokens));

it('changing the password ends every session of the account, and the old password', async () => {
  const sessions = [await open(), await open()];
  expect(await change(NEW)).toEqual({});
  for (const session of sessions) {
    expect(await isOpen(session)).toBe(false);
    expect(await refreshCode(session)).toBe('ACCESS_REQUIRED');
  }
  expect(await codeOf(open())).toBe('INVALID_CREDENTIALS');
  expect(await isOpen(await open(NEW))).toBe(true);
  const { actor, payload } = await billing.eventAbout(accountEvents.passwordChanged, id);
  expect([actor, payload]).toMatchObject([{ role: 'admin', id }, { username }]);
});

it.each([
  ['wrong current password', { currentPassword: 'wrong' }, NEW, 'WRONG_PASSWORD', {}],
  ['short one', {}, 'Zq7!v', 'PASSWORD_TOO_SHORT', { min: 6 }],
  ['common one', {}, 'Welcome@123', 'PASSWORD_TOO_COMMON', {}],
  ['text that is not well-formed', {}, 'marigold\ud800heron', 'VALIDATION_FAILED', {}],
] as const)('a %s is refused, without effect', async (_what, how, password, code, params) => {
  const tokens = await open();
  const error = await errorOf(change(password, how));
  expect(error).toMatchObject(code === 'VALIDATION_FAILED' ? { code } : { code, params });
  expect(await isOpen(tokens)).toBe(true);
  expect((await open()).username).toBe(username);
});

it('changing the password answers the same command again without doing it again', async () => {
  const idempotencyKey = randomUUID();
  expect(await change(NEW, { idempotencyKey })).toEqual({});
  const since = await open(NEW);
  expect(await change(NEW, { idempotencyKey })).toEqual({});
  expect(await isOpen(since)).toBe(true);
});

it.each(['c'.repeat(24), 'no-id', '{"$ne":null}'])('changes none of %j', async (unknown) => {
  const by = billing.as(person('admin', { id: unknown }));
  expect(await codeOf(change(NEW, { by }))).toBe('ACCESS_REQUIRED');
});

it('changing the password lets one of two changes win, and no sign-in of that moment survive', async () => {
  const tries = Array.from({ length: 8 }, () => open().catch(() => undefined));
  expect(await countSuccesses([change(NEW), change(`${NEW}-b`)])).toBe(1);
  const signedIn = (await Promise.all(tries)).filter((tokens) => tokens !== undefined);
  expect(await Promise.all(signedIn.map(isOpen))).toEqual(signedIn.map(() => false));
});

it('changing the password refuses a sign-in whose password is changed while it is being checked', async () => {
  const before = await billing.keys('session');
  const sessions = billing.service.get(SessionsService);
  const start = sessions.start.bind(sessions);
  vi.spyOn(sessions, 'start').mockImplementationOnce(async (owner, origin) => {
    await change(NEW);
    return start(owner, origin);
  });
  expect(await codeOf(open())).toBe('INVALID_CREDENTIALS');
  // Those of other tests may end meanwhile.
  const added = (await billing.keys('session')).filter((key) => !before.includes(key));
  expect(added).toEqual([]);
});

it('changing the password ends sessions later that could not be ended at once', async () => {
  const [refreshed, idle] = [await open(), await open()];
  const failure = new Error('Redis is away');
  vi.spyOn(billing.service.get(SessionsService), 'endAll').mockRejectedValueOnce(failure);
  expect(await change(NEW)).toEqual({});
  expect(await isOpen(idle)).toBe(true);
  expect(await refreshCode(refreshed)).toBe('ACCESS_REQUIRED');
  await billing.service.get(Reconciler).process();
  expect(await isOpen(idle)).toBe(false);
  const user = await billing.users().findOne({ username });
  expect(user).not.toHaveProperty('endSessionsBefore');
});
