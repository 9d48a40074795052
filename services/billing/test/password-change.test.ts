import { randomUUID } from 'node:crypto';
import { person } from '@ctdb/chassis/testing';
import { accountEvents, changePassword, refreshSession, type SessionTokens } from '@ctdb/contracts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionsService } from '../src/accounts/sessions.service.js';
import { Reconciler } from '../src/payments/reconciler.js';
import { codeOf, errorOf, freshAddress, PASSWORD, TestBilling } from './support/billing.js';

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
const refreshCode = ({ refreshToken }: SessionTokens) =>
  codeOf(billing.buyer(refreshSession, { refreshToken }));

describe('changing the password', () => {
  it('ends every session of the account, and the old password', async () => {
    const sessions = [await open(), await open()];
    expect(await change(NEW)).toEqual({});
    for (const session of sessions) {
      expect(await isOpen(session)).toBe(false);
      expect(await refreshCode(session)).toBe('ACCESS_REQUIRED');
    }
    expect(await codeOf(open())).toBe('INVALID_CREDENTIALS');
    expect(await isOpen(await open(NEW))).toBe(true);
    const { actor } = await billing.events.waitFor(
      accountEvents.passwordChanged,
      ({ payload }) => payload.accountId === id && payload.username === username,
    );
    expect(actor).toMatchObject({ role: 'admin', id });
  });

  it.each([
    ['wrong current password', { currentPassword: 'wrong' }, NEW, 'WRONG_PASSWORD', {}],
    ['short one', {}, 'Zq7!v', 'PASSWORD_TOO_SHORT', { min: 6 }],
    ['common one', {}, 'Welcome@123', 'PASSWORD_TOO_COMMON', {}],
  ] as const)(
    'refuses a %s and leaves all as it is',
    async (_what, how, password, code, params) => {
      const tokens = await open();
      expect(await errorOf(change(password, how))).toMatchObject({ code, params });
      expect(await isOpen(tokens)).toBe(true);
      expect((await open()).username).toBe(username);
    },
  );

  it('refuses a password that is no well-formed text', async () => {
    expect(await codeOf(change('marigold\ud800heron'))).toBe('VALIDATION_FAILED');
  });

  it('answers the same command again without doing it again', async () => {
    const idempotencyKey = randomUUID();
    expect(await change(NEW, { idempotencyKey })).toEqual({});
    const since = await open(NEW);
    expect(await change(NEW, { idempotencyKey })).toEqual({});
    expect(await isOpen(since)).toBe(true);
  });

  it.each(['c'.repeat(24), 'no-id', '{"$ne":null}'])('is for no account %j', async (unknown) => {
    const by = billing.as(person('admin', { id: unknown }));
    expect(await codeOf(change(NEW, { by }))).toBe('ACCESS_REQUIRED');
  });

  it('lets one of two changes win, and no sign-in of that moment survive', async () => {
    const tries = Array.from({ length: 8 }, () => open().catch(() => undefined));
    const changes = await Promise.allSettled([change(NEW), change(`${NEW}-b`)]);
    const signedIn = (await Promise.all(tries)).filter((tokens) => tokens !== undefined);
    expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await Promise.all(signedIn.map(isOpen))).toEqual(signedIn.map(() => false));
  });

  it('refuses a sign-in whose password is changed while it is being checked', async () => {
    const before = await billing.keys('session');
    const sessions = billing.service.get(SessionsService);
    const start = sessions.start.bind(sessions);
    vi.spyOn(sessions, 'start').mockImplementationOnce(async (owner, origin) => {
      await change(NEW);
      return start(owner, origin);
    });
    expect(await codeOf(open())).toBe('INVALID_CREDENTIALS');
    expect((await billing.keys('session')).sort()).toEqual(before.sort());
  });

  it('ends sessions later that could not be ended at once', async () => {
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
});
