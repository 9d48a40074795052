import { person } from '@ctdb/chassis/testing';
import {
  accountEvents,
  changePassword,
  changePersonRole,
  createPersonLink,
  endPersonSessions,
  invitePerson,
  listPeople,
  openLink,
  type PersonRole,
  refreshSession,
  sendForgottenLink,
  type SessionTokens,
  setPersonDisabled,
  setPasswordByLink,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { codeOf, freshAddress, newName, PASSWORD, TestBilling } from './support/billing.js';

const billing = new TestBilling();
const { isOpen, recordOf, signIn } = billing;
const OTHER = 'otter-lagoon-77';

const listed = async (id: string) =>
  (await billing.owner(listPeople, { page: 1, limit: 100 })).items.find((row) => row.id === id);
const invite = async (role: PersonRole) => {
  const username = newName();
  return { username, ...(await billing.owner(invitePerson, { username, role })) };
};
const open = (token: string) => billing.buyer(openLink, { token });
const use = (token: string, password: string = PASSWORD, idempotencyKey?: string) =>
  billing.buyer(
    setPasswordByLink,
    { token, password },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
const expectEnded = async (token: string) => {
  expect(await codeOf(open(token))).toBe('LINK_ENDED');
  expect(await codeOf(use(token))).toBe('LINK_ENDED');
};
const expectNoSession = async (tokens: SessionTokens) => {
  expect(await isOpen(tokens)).toBe(false);
  const { refreshToken } = tokens;
  const refreshed = billing.buyer(refreshSession, { refreshToken });
  expect(await codeOf(refreshed)).toBe('ACCESS_REQUIRED');
};

describe('an invitation', () => {
  it('lets a person set the first password, once', async () => {
    const { id, token, username } = await invite('editor');
    expect(await codeOf(signIn(username))).toBe('INVALID_CREDENTIALS');
    const shown = { username, role: 'editor', isInvitation: true };
    expect(await open(token)).toMatchObject(shown);
    expect(await codeOf(use(token, 'abc'))).toBe('PASSWORD_TOO_SHORT');
    expect(await codeOf(use(token, 'password1'))).toBe('PASSWORD_TOO_COMMON');
    const passwords = [PASSWORD, OTHER];
    const settled = await Promise.allSettled(passwords.map((password) => use(token, password)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectEnded(token);
    const taken = settled.findIndex(({ status }) => status === 'fulfilled');
    const tokens = await signIn(username, passwords[taken]);
    expect(tokens.role).toBe('editor');
    expect(await recordOf(tokens)).toMatchObject({ accountId: id, role: 'editor' });
    const { payload, actor } = await billing.events.waitFor(
      accountEvents.invited,
      (event) => event.payload.username === username,
    );
    expect(payload.role).toBe('editor');
    expect(actor).toMatchObject({ id: billing.ownerId });
  });

  it('is used once by a command that is delivered twice', async () => {
    const { token } = await invite('editor');
    await use(token, PASSWORD, 'first-delivery');
    await use(token, PASSWORD, 'first-delivery');
    expect(await codeOf(use(token, PASSWORD, 'another-command'))).toBe('LINK_ENDED');
  });

  it('ends after 72 hours, with the next link, and with a change of the role', async () => {
    const { id, token, username, expiresAt } = await invite('admin');
    const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
    const next = await billing.owner(createPersonLink, { id });
    await expectEnded(token);
    expect(await open(next.token)).toMatchObject({ username });
    const past = new Date(Date.now() - 1);
    await billing.users().updateOne({ username }, { $set: { 'link.expiresAt': past } });
    await expectEnded(next.token);
    expect(await listed(id)).not.toHaveProperty('linkExpiresAt');
    const last = await billing.owner(createPersonLink, { id });
    expect(await listed(id)).toHaveProperty('linkExpiresAt');
    await billing.owner(changePersonRole, { id, role: 'practitioner' });
    await expectEnded(last.token);
    expect(await listed(id)).not.toHaveProperty('linkExpiresAt');
  });

  it('stores no token, and takes no name twice', async () => {
    const { token, username } = await invite('practitioner');
    expect(JSON.stringify(await billing.users().find().toArray())).not.toContain(token);
    for (const [name, code] of [
      [username.toUpperCase(), 'USERNAME_TAKEN'],
      [' ADMIN ', 'USERNAME_TAKEN'],
      ['a\u200bb', 'VALIDATION_FAILED'],
    ] as const) {
      const again = billing.owner(invitePerson, { username: name, role: 'editor' });
      expect(await codeOf(again)).toBe(code);
    }
  });
});

describe('a person', () => {
  it('gets another role at once: sessions of the former one end', async () => {
    const { id, username } = await billing.join('editor');
    const before = await signIn(username);
    const changed = await billing.owner(changePersonRole, { id, role: 'practitioner' });
    expect(changed).toMatchObject({ id, role: 'practitioner', state: 'active' });
    await expectNoSession(before);
    expect(await recordOf(await signIn(username))).toMatchObject({ role: 'practitioner' });
    const { payload } = await billing.events.waitFor(
      accountEvents.roleChanged,
      (event) => event.payload.accountId === id,
    );
    expect(payload).toMatchObject({ before: 'editor', after: 'practitioner' });
    const unknown = billing.owner(changePersonRole, { id: 'f'.repeat(24), role: 'admin' });
    expect(await codeOf(unknown)).toBe('NOT_FOUND');
  });

  it('who is disabled has no session and no link, and may come back', async () => {
    const { id, username } = await billing.join('admin');
    const before = await signIn(username);
    const { token } = await billing.owner(createPersonLink, { id });
    const disable = (isDisabled: boolean) => billing.owner(setPersonDisabled, { id, isDisabled });
    expect(await disable(true)).toMatchObject({ state: 'disabled' });
    await expectNoSession(before);
    // Versions that know no `disabledAt` find no password.
    expect(await billing.users().findOne({ username })).not.toHaveProperty('password');
    expect(await codeOf(signIn(username))).toBe('INVALID_CREDENTIALS');
    expect(await codeOf(open(token))).toBe('LINK_ENDED');
    expect(await codeOf(billing.owner(createPersonLink, { id }))).toBe('PERSON_DISABLED');
    expect(await disable(false)).toMatchObject({ state: 'active' });
    expect((await signIn(username)).role).toBe('admin');
  });

  it('whose password changes has no link', async () => {
    const { id } = await billing.join('editor');
    const { token } = await billing.owner(createPersonLink, { id });
    const change = { currentPassword: PASSWORD, newPassword: OTHER, address: freshAddress() };
    await billing.as(person('editor', { id }))(changePassword, change);
    await expectEnded(token);
  });

  it('who forgot the password sets a new one by a link, which ends the sessions', async () => {
    const { id, username } = await billing.join('practitioner');
    const before = await signIn(username);
    const { token } = await billing.owner(createPersonLink, { id });
    expect(await open(token)).toMatchObject({ isInvitation: false });
    expect(await isOpen(before)).toBe(true);
    await use(token, OTHER);
    expect(await isOpen(before)).toBe(false);
    expect(await codeOf(signIn(username))).toBe('INVALID_CREDENTIALS');
    expect((await signIn(username, OTHER)).username).toBe(username);
  });

  it('gets no link by asking where no mail is sent', async () => {
    const { username } = await billing.join('editor');
    for (const account of [username, 'unknown']) {
      const asked = billing.buyer(sendForgottenLink, { account });
      expect(await codeOf(asked)).toBe('MAIL_NOT_CONFIGURED');
    }
  });

  it('is listed without secrets, and loses all sessions when an owner says so', async () => {
    const { id, username } = await billing.join('editor');
    const sessions = [await signIn(username), await signIn(username)];
    const { items, total } = await billing.owner(listPeople, { page: 1, limit: 100 });
    expect(items).toHaveLength(total);
    const fields = 'createdAt hasSecondFactor id lastLoginAt role state username';
    expect(Object.keys((await listed(id)) ?? {}).sort()).toEqual(fields.split(' '));
    await billing.owner(endPersonSessions, { id });
    expect(await Promise.all(sessions.map(isOpen))).toEqual([false, false]);
    expect(await isOpen(await signIn(username))).toBe(true);
  });
});
