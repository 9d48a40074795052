import { eventSpy, type EventSpy, person } from '@ctdb/chassis/testing';
import {
  accountEvents,
  changePassword,
  changePersonRole,
  createPersonLink,
  endPersonSessions,
  invitePerson,
  listPeople,
  openLink,
  refreshSession,
  sendForgottenLink,
  setPersonDisabled,
  setPasswordByLink,
} from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshAddress } from './support/billing.js';
import { codeOf, PASSWORD, testTeam } from './support/team.js';

const team = testTeam();
const { as, call, owner, users, join, nextName, recordOf, signInWith } = team;
let spy: EventSpy;

beforeAll(async () => {
  spy = await eventSpy(team.env);
});

const listed = async (id: string) => {
  const { items } = await owner(listPeople, { page: 1, limit: 100 });
  return items.find((row) => row.id === id);
};

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
    expect([payload.role, actor]).toEqual([
      'editor',
      expect.objectContaining({ id: team.firstOwner() }),
    ]);
  });

  it('is used once by a command that is delivered twice', async () => {
    const { token } = await owner(invitePerson, { username: nextName(), role: 'editor' });
    const use = (idempotencyKey: string) =>
      call(setPasswordByLink, { token, password: PASSWORD }, { idempotencyKey });
    await use('first-delivery');
    await use('first-delivery');
    expect(await codeOf(use('another-command'))).toBe('LINK_ENDED');
    expect(await codeOf(call(openLink, { token }))).toBe('LINK_ENDED');
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
    expect(await listed(id)).not.toHaveProperty('linkExpiresAt');
  });

  it('ends with a change of the role', async () => {
    const { id, token } = await owner(invitePerson, { username: nextName(), role: 'owner' });
    expect(await listed(id)).toHaveProperty('linkExpiresAt');
    await owner(changePersonRole, { id, role: 'practitioner' });
    expect(await codeOf(call(setPasswordByLink, { token, password: PASSWORD }))).toBe('LINK_ENDED');
    expect(await listed(id)).not.toHaveProperty('linkExpiresAt');
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
    expect(await codeOf(call(refreshSession, { refreshToken: before.refreshToken }))).toBe(
      'ACCESS_REQUIRED',
    );
    // Versions that know no `disabledAt` find no password.
    expect(await users().findOne({ username })).not.toHaveProperty('password');
    expect(await codeOf(signInWith(username))).toBe('INVALID_CREDENTIALS');
    expect(await codeOf(call(openLink, { token }))).toBe('LINK_ENDED');
    expect(await codeOf(owner(createPersonLink, { id }))).toBe('PERSON_DISABLED');
    expect(await owner(setPersonDisabled, { id, isDisabled: false })).toMatchObject({
      state: 'active',
    });
    expect((await signInWith(username)).role).toBe('admin');
  });

  it('whose password changes has no link', async () => {
    const { id } = await join('editor');
    const { token } = await owner(createPersonLink, { id });
    const change = { currentPassword: PASSWORD, newPassword: 'otter-lagoon-77' };
    await as(person('editor', { id }))(changePassword, { ...change, address: freshAddress() });
    expect(await codeOf(call(openLink, { token }))).toBe('LINK_ENDED');
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

  it('gets no link by asking where no mail is sent', async () => {
    const { username } = await join('editor');
    for (const account of [username, 'nobody'])
      expect(await codeOf(call(sendForgottenLink, { account }))).toBe('MAIL_NOT_CONFIGURED');
  });

  it('is listed without secrets, and loses all sessions when an owner says so', async () => {
    const { id, username } = await join('editor');
    const [one, other] = [await signInWith(username), await signInWith(username)];
    const { items, total } = await owner(listPeople, { page: 1, limit: 100 });
    expect(items).toHaveLength(total);
    expect(Object.keys((await listed(id)) ?? {}).sort()).toEqual([
      'createdAt',
      'hasSecondFactor',
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
    const unknown = owner(changePersonRole, { id: 'f'.repeat(24), role: 'admin' });
    expect(await codeOf(unknown)).toBe('NOT_FOUND');
  });
});
