import { MONGO } from '@ctdb/chassis';
import {
  anonymous,
  eventSpy,
  type EventSpy,
  person,
  type RpcCaller,
  rpcCallers,
  startTestService,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  accessKeys,
  accountEvents,
  changePersonRole,
  createPersonLink,
  type DomainError,
  endPersonSessions,
  invitePerson,
  listPeople,
  openLink,
  refreshSession,
  sessionRecord,
  type PersonRole,
  type SessionTokens,
  setPersonDisabled,
  signIn,
  setPasswordByLink,
} from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { OwnerReset } from '../src/accounts/owner-reset.js';
import { hashToken } from '../src/accounts/tokens.js';
import { BillingModule } from '../src/billing.module.js';
import { billingEnv, errorOf, freshAddress, redisOf, signInAs } from './support/billing.js';

const env = billingEnv();
const redis = redisOf(env);
const PASSWORD = 'marigold-heron-58';
let service: TestService;
let as: Awaited<ReturnType<typeof rpcCallers>>;
let call: RpcCaller;
let owner: RpcCaller;
let firstOwner: string;
let spy: EventSpy;
let last = 0;

const users = () => service.get<Connection>(MONGO).collection('users');

beforeAll(async () => {
  spy = await eventSpy(env);
  service = await startTestService(BillingModule, env);
  as = await rpcCallers(env);
  call = as(anonymous);
  firstOwner = String((await users().findOne({ usernameKey: 'admin' }))?._id);
  owner = as(person('owner', { id: firstOwner }));
}, 60_000);

const nextName = () => `person-${(last += 1)}`;
const signInWith = (username: string, password = PASSWORD) =>
  call(signIn, { username, password, address: freshAddress() });
const recordOf = async ({ token }: SessionTokens) => {
  const value = await redis.get(accessKeys.session(hashToken(token)));
  return value === null ? undefined : sessionRecord.parse(JSON.parse(value));
};
const codeOf = async (work: Promise<unknown>) => (await errorOf(work)).code;

/** A person who has set the password. */
const join = async (role: PersonRole) => {
  const username = nextName();
  const { id, token } = await owner(invitePerson, { username, role });
  await call(setPasswordByLink, { token, password: PASSWORD });
  return { id, username };
};

const ownersLeft = () =>
  users().countDocuments({
    role: 'owner',
    password: { $exists: true },
    disabledAt: { $exists: false },
  });

describe('an invitation', () => {
  it('lets a person set the first password, once', async () => {
    const username = nextName();
    const { id, token } = await owner(invitePerson, { username, role: 'editor' });
    expect(await codeOf(signInWith(username))).toBe('INVALID_CREDENTIALS');
    expect(await call(openLink, { token })).toMatchObject({
      username,
      role: 'editor',
      isInvitation: true,
    });
    for (const [password, code] of [
      ['abc', 'PASSWORD_TOO_SHORT'],
      ['password1', 'PASSWORD_TOO_COMMON'],
    ] as const)
      expect(await codeOf(call(setPasswordByLink, { token, password }))).toBe(code);
    const uses = [PASSWORD, `${PASSWORD}-b`].map((password) =>
      call(setPasswordByLink, { token, password }),
    );
    const settled = await Promise.allSettled(uses);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await codeOf(call(openLink, { token }))).toBe('LINK_ENDED');
    expect(await codeOf(call(setPasswordByLink, { token, password: PASSWORD }))).toBe('LINK_ENDED');
    const password = settled[0]?.status === 'fulfilled' ? PASSWORD : `${PASSWORD}-b`;
    const tokens = await signInWith(username, password);
    expect(tokens.role).toBe('editor');
    expect(await recordOf(tokens)).toMatchObject({ accountId: id, role: 'editor' });
    const { payload, actor } = await spy.waitFor(
      accountEvents.invited,
      (event) => event.payload.username === username,
    );
    expect([payload.role, actor]).toEqual(['editor', expect.objectContaining({ id: firstOwner })]);
  });

  it('ends after 72 hours, and with the next link', async () => {
    const username = nextName();
    const { id, token, expiresAt } = await owner(invitePerson, { username, role: 'admin' });
    const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
    const next = await owner(createPersonLink, { id });
    expect(await codeOf(call(openLink, { token }))).toBe('LINK_ENDED');
    expect(await call(openLink, { token: next.token })).toMatchObject({ username });
    const past = new Date(Date.now() - 1);
    await users().updateOne({ username }, { $set: { 'link.expiresAt': past } });
    expect(await codeOf(call(setPasswordByLink, { token: next.token, password: PASSWORD }))).toBe(
      'LINK_ENDED',
    );
  });

  it('stores no token, and takes no name twice', async () => {
    const username = nextName();
    const { token } = await owner(invitePerson, { username, role: 'practitioner' });
    expect(JSON.stringify(await users().find().toArray())).not.toContain(token);
    for (const taken of [username.toUpperCase(), ' ADMIN '])
      expect(await codeOf(owner(invitePerson, { username: taken, role: 'editor' }))).toBe(
        'USERNAME_TAKEN',
      );
    expect(await codeOf(owner(invitePerson, { username: 'a\u200bb', role: 'editor' }))).toBe(
      'VALIDATION_FAILED',
    );
  });
});

describe('a person', () => {
  it('gets another role at once: sessions of the former one end', async () => {
    const { id, username } = await join('editor');
    const before = await signInWith(username);
    const changed = await owner(changePersonRole, { id, role: 'practitioner' });
    expect(changed).toMatchObject({ id, role: 'practitioner', state: 'active' });
    expect(await recordOf(before)).toBeUndefined();
    expect(await codeOf(call(refreshSession, { refreshToken: before.refreshToken }))).toBe(
      'ACCESS_REQUIRED',
    );
    expect(await recordOf(await signInWith(username))).toMatchObject({ role: 'practitioner' });
    const { payload } = await spy.waitFor(
      accountEvents.roleChanged,
      (event) => event.payload.accountId === id,
    );
    expect(payload).toMatchObject({ before: 'editor', after: 'practitioner' });
  });

  it('who is disabled has no session and no link, and may come back', async () => {
    const { id, username } = await join('admin');
    const before = await signInWith(username);
    const { token } = await owner(createPersonLink, { id });
    expect(await owner(setPersonDisabled, { id, isDisabled: true })).toMatchObject({
      state: 'disabled',
    });
    expect(await recordOf(before)).toBeUndefined();
    expect(await codeOf(signInWith(username))).toBe('INVALID_CREDENTIALS');
    expect(await codeOf(call(openLink, { token }))).toBe('LINK_ENDED');
    expect(await codeOf(owner(createPersonLink, { id }))).toBe('PERSON_DISABLED');
    expect(await owner(setPersonDisabled, { id, isDisabled: false })).toMatchObject({
      state: 'active',
    });
    expect((await signInWith(username)).role).toBe('admin');
  });

  it('who forgot the password sets a new one by a link, which ends the sessions', async () => {
    const { id, username } = await join('practitioner');
    const before = await signInWith(username);
    const { token } = await owner(createPersonLink, { id });
    expect(await call(openLink, { token })).toMatchObject({ isInvitation: false });
    expect(await recordOf(before)).toBeDefined();
    await call(setPasswordByLink, { token, password: 'otter-lagoon-77' });
    expect(await recordOf(before)).toBeUndefined();
    expect(await codeOf(signInWith(username))).toBe('INVALID_CREDENTIALS');
    expect((await signInWith(username, 'otter-lagoon-77')).username).toBe(username);
  });

  it('is listed without secrets, and loses all sessions when an owner says so', async () => {
    const { id, username } = await join('editor');
    const [one, other] = [await signInWith(username), await signInWith(username)];
    const { items, total } = await owner(listPeople, { page: 1, limit: 100 });
    expect(items).toHaveLength(total);
    const listed = items.find((row) => row.id === id);
    expect(Object.keys(listed ?? {}).sort()).toEqual([
      'createdAt',
      'id',
      'lastLoginAt',
      'role',
      'state',
      'username',
    ]);
    await owner(endPersonSessions, { id });
    expect([await recordOf(one), await recordOf(other)]).toEqual([undefined, undefined]);
    expect(await recordOf(await signInWith(username))).toBeDefined();
  });

  it('is managed by owners alone', async () => {
    const { id } = await join('practitioner');
    for (const role of ['practitioner', 'editor', 'admin'] as const) {
      const caller = as(person(role));
      for (const work of [
        caller(listPeople, { page: 1, limit: 10 }),
        caller(invitePerson, { username: nextName(), role: 'practitioner' }),
        caller(changePersonRole, { id, role: 'owner' }),
        caller(setPersonDisabled, { id, isDisabled: true }),
        caller(createPersonLink, { id }),
        caller(endPersonSessions, { id }),
      ])
        expect(await codeOf(work)).toBe('FORBIDDEN');
    }
    for (const unknown of ['f'.repeat(24)])
      expect(await codeOf(owner(changePersonRole, { id: unknown, role: 'admin' }))).toBe(
        'NOT_FOUND',
      );
  });
});

describe('the last owner', () => {
  it('stays: neither role nor state changes', async () => {
    await owner(invitePerson, { username: nextName(), role: 'owner' });
    const disabled = await join('owner');
    await owner(setPersonDisabled, { id: disabled.id, isDisabled: true });
    expect(await ownersLeft()).toBe(1);
    expect(await codeOf(owner(changePersonRole, { id: firstOwner, role: 'admin' }))).toBe(
      'LAST_OWNER',
    );
    expect(await codeOf(owner(setPersonDisabled, { id: firstOwner, isDisabled: true }))).toBe(
      'LAST_OWNER',
    );
    expect((await signInAs(call)).role).toBe('owner');
  });

  it('is left when all owners remove each other at the same moment', async () => {
    const others = await Promise.all([join('owner'), join('owner')]);
    const ids = [firstOwner, ...others.map(({ id }) => id)];
    for (let round = 0; round < 15; round += 1) {
      const outcomes = await Promise.all(
        ids.map((id, at) => {
          const work =
            at % 2 === round % 2
              ? owner(changePersonRole, { id, role: 'admin' })
              : owner(setPersonDisabled, { id, isDisabled: true });
          return work.then(
            () => 'done',
            (error: DomainError) => error.code,
          );
        }),
      );
      expect(await ownersLeft()).toBeGreaterThanOrEqual(1);
      expect(['done', 'LAST_OWNER', 'SERVICE_UNAVAILABLE']).toEqual(
        expect.arrayContaining(outcomes),
      );
      for (const id of ids) {
        await owner(setPersonDisabled, { id, isDisabled: false });
        await owner(changePersonRole, { id, role: 'owner' });
      }
    }
  });

  it('comes back by the operators’ command', async () => {
    const before = await signInAs(call);
    const { username, token } = await service.get(OwnerReset).run('ADMIN');
    expect(username).toBe('Admin');
    expect(await recordOf(before)).toBeUndefined();
    await call(setPasswordByLink, { token, password: PASSWORD });
    expect((await signInAs(call, PASSWORD)).role).toBe('owner');
    await spy.waitFor(accountEvents.ownerReset);
    await expect(service.get(OwnerReset).run('unknown')).rejects.toThrow('NOT_FOUND');
  });
});
