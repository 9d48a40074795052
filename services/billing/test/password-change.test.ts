import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { MONGO } from '@ctdb/chassis';
import {
  admin,
  anonymous,
  eventSpy,
  type EventSpy,
  passHolder,
  type RpcCaller,
  rpcCallers,
  startTestService,
} from '@ctdb/chassis/testing';
import {
  accessKeys,
  accountEvents,
  changePassword,
  refreshSession,
  type SessionTokens,
} from '@ctdb/contracts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from 'mongoose';
import { SessionsService } from '../src/accounts/sessions.service.js';
import { hashToken } from '../src/accounts/tokens.js';
import { BillingModule } from '../src/billing.module.js';
import { Reconciler } from '../src/payments/reconciler.js';
import { ADMIN, billingEnv, errorOf, freshAddress, redisOf, signInAs } from './support/billing.js';

const env = billingEnv({
  PASSWORD_MIN_LENGTH: '8',
  SIGN_IN_DELAY_SECONDS: '2',
  RECONCILE_SECONDS: '3600',
});
const redis = redisOf(env);
const NEW = 'marigold-heron-58';
let service: Awaited<ReturnType<typeof startTestService>>;
let as: Awaited<ReturnType<typeof rpcCallers>>;
let call: RpcCaller;
let own: RpcCaller;
let spy: EventSpy;
let firstHash: string;

const users = () => service.get<Connection>(MONGO).collection('users');

beforeAll(async () => {
  spy = await eventSpy(env, accountEvents.passwordChanged);
  service = await startTestService(BillingModule, env);
  as = await rpcCallers(env);
  call = as(anonymous);
  const user = await users().findOne({ usernameKey: 'admin' });
  firstHash = String(user?.['password']);
  own = as(admin({ id: String(user?._id) }));
}, 60_000);

beforeEach(async () => {
  await users().updateOne({ usernameKey: 'admin' }, { $set: { password: firstHash } });
});

const change = (
  newPassword: string,
  {
    by = own,
    current = ADMIN.password as string,
    address = freshAddress(),
    idempotencyKey = randomUUID() as string,
  } = {},
) => by(changePassword, { currentPassword: current, newPassword, address }, { idempotencyKey });

const isOpen = async ({ token }: SessionTokens) =>
  (await redis.exists(accessKeys.session(hashToken(token)))) === 1;
const refreshCode = async ({ refreshToken }: SessionTokens) =>
  (await errorOf(call(refreshSession, { refreshToken }))).code;

describe('changing the password', () => {
  it('ends every session of the account, and the old password', async () => {
    const sessions = [await signInAs(call), await signInAs(call), await signInAs(call)];
    expect(await change(NEW)).toEqual({});
    expect(await Promise.all(sessions.map(isOpen))).toEqual([false, false, false]);
    expect(await Promise.all(sessions.map(refreshCode))).toEqual(
      sessions.map(() => 'ACCESS_REQUIRED'),
    );
    expect((await errorOf(signInAs(call))).code).toBe('INVALID_CREDENTIALS');
    expect(await isOpen(await signInAs(call, NEW))).toBe(true);
    const { payload, actor } = await spy.waitFor(accountEvents.passwordChanged);
    expect(payload.username).toBe(ADMIN.username);
    expect(actor).toMatchObject({ role: 'admin', id: payload.accountId });
  });

  it.each([
    ['wrong current password', { current: 'wrong' }, NEW, 'WRONG_PASSWORD', {}],
    ['short one', {}, 'Zq7!vkp', 'PASSWORD_TOO_SHORT', { min: 8 }],
    ['common one', {}, 'Welcome@123', 'PASSWORD_TOO_COMMON', {}],
  ] as const)(
    'refuses a %s and leaves all as it is',
    async (_what, how, password, code, params) => {
      const tokens = await signInAs(call);
      const error = await errorOf(change(password, how));
      expect({ code: error.code, params: error.params }).toEqual({ code, params });
      expect(await isOpen(tokens)).toBe(true);
      expect((await signInAs(call)).username).toBe(ADMIN.username);
    },
  );

  it('refuses a password that is no well-formed text', async () => {
    const error = await errorOf(change('marigold\ud800heron'));
    expect(error.code).toBe('VALIDATION_FAILED');
  });

  it('is throttled together with sign-in', async () => {
    const address = freshAddress();
    for (let tries = 0; tries < 3; tries += 1)
      expect((await errorOf(change(NEW, { current: 'wrong', address }))).code).toBe(
        'WRONG_PASSWORD',
      );
    for (let tries = 0; tries < 2; tries += 1)
      expect((await errorOf(signInAs(call, 'wrong', address))).code).toBe('INVALID_CREDENTIALS');
    expect((await errorOf(change(NEW, { address }))).code).toBe('TOO_MANY_TRIES');
    await pause(2_050);
    expect(await change(NEW, { address })).toEqual({});
  });

  it('answers the same command again without doing it again', async () => {
    const idempotencyKey = randomUUID();
    expect(await change(NEW, { idempotencyKey })).toEqual({});
    const since = await signInAs(call, NEW);
    expect(await change(NEW, { idempotencyKey })).toEqual({});
    expect(await isOpen(since)).toBe(true);
  });

  it('is for administrators, and for accounts that exist', async () => {
    for (const by of [call, as(passHolder())])
      expect((await errorOf(change(NEW, { by }))).code).toBe('FORBIDDEN');
    for (const id of ['c'.repeat(24), 'no-id', '{"$ne":null}'])
      expect((await errorOf(change(NEW, { by: as(admin({ id })) }))).code).toBe('ACCESS_REQUIRED');
  });

  it('lets one of two changes win, and no sign-in of that moment survive', async () => {
    const tries = Array.from({ length: 12 }, () => signInAs(call).catch(() => undefined));
    const changes = await Promise.allSettled([change(NEW), change(`${NEW}-b`)]);
    const signedIn = (await Promise.all(tries)).filter((tokens) => tokens !== undefined);
    expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await Promise.all(signedIn.map(isOpen))).toEqual(signedIn.map(() => false));
  });

  it('refuses a sign-in whose password is changed while it is being checked', async () => {
    const sessions = service.get(SessionsService);
    const open = sessions.start.bind(sessions);
    vi.spyOn(sessions, 'start').mockImplementationOnce(async (owner, origin) => {
      await change(NEW);
      return open(owner, origin);
    });
    expect((await errorOf(signInAs(call))).code).toBe('INVALID_CREDENTIALS');
    expect(await redis.keys(`${env.REDIS_PREFIX}session:*`)).toEqual([]);
    expect(await redis.keys(`${env.REDIS_PREFIX}session-family:*`)).toEqual([]);
  });

  it('ends sessions later that could not be ended at once', async () => {
    const [refreshed, idle] = [await signInAs(call), await signInAs(call)];
    const failure = new Error('Redis is away');
    vi.spyOn(service.get(SessionsService), 'endAll').mockRejectedValueOnce(failure);
    expect(await change(NEW)).toEqual({});
    expect(await isOpen(idle)).toBe(true);
    expect(await refreshCode(refreshed)).toBe('ACCESS_REQUIRED');
    await service.get(Reconciler).process();
    expect(await isOpen(idle)).toBe(false);
    const user = await users().findOne({ usernameKey: 'admin' });
    expect(user).not.toHaveProperty('endSessionsBefore');
  });
});
