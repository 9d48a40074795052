import { person } from '@ctdb/chassis/testing';
import {
  accountEvents,
  changePassword,
  changePersonRole,
  createPersonLink,
  endPersonSessions,
  invitePerson,
  listPeople,
  type SessionTokens,
  setPersonDisabled,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { codeOf, freshAddress, PASSWORD, TestBilling } from './support/billing.js';

const billing = new TestBilling();
const { invite, isOpen, listed, openLink, recordOf, setPassword, signIn } = billing;
const OTHER = 'otter-lagoon-77';

const expectEnded = async (token: string) => {
  expect(await codeOf(openLink(token))).toBe('LINK_ENDED');
  expect(await codeOf(setPassword(token))).toBe('LINK_ENDED');
};
const expectNoSession = async (tokens: SessionTokens) => {
  expect(await isOpen(tokens)).toBe(false);
  expect(await codeOf(billing.refresh(tokens))).toBe('ACCESS_REQUIRED');
};

it('an invitation lets a person set the first password, once', async () => {
  const { id, token, username } = await invite('editor');
  expect(await codeOf(signIn(username))).toBe('INVALID_CREDENTIALS');
  const shown = { username, role: 'editor', isInvitation: true };
  expect(await openLink(token)).toMatchObject(shown);
  expect(await codeOf(setPassword(token, 'abc'))).toBe('PASSWORD_TOO_SHORT');
  const passwords = [PASSWORD, OTHER];
  const settled = await Promise.allSettled(passwords.map((one) => setPassword(token, one)));
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expectEnded(token);
  const taken = settled.findIndex(({ status }) => status === 'fulfilled');
  const tokens = await signIn(username, passwords[taken]);
  expect(tokens.role).toBe('editor');
  expect(await recordOf(tokens)).toMatchObject({ accountId: id, role: 'editor' });
  const { payload, actor } = await billing.eventAbout(accountEvents.invited, id);
  expect([payload, actor]).toMatchObject([{ username, role: 'editor' }, { id: billing.ownerId }]);
});

it('an invitation ends after 72 hours, with the next link, and with a change of the role', async () => {
  const { id, token, username, expiresAt } = await invite('admin');
  const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(71.9);
  expect(hours).toBeLessThanOrEqual(72);
  const next = await billing.owner(createPersonLink, { id });
  await expectEnded(token);
  expect(await openLink(next.token)).toMatchObject({ username });
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

it('an invitation stores no token, is used once by a repeated command, and takes no name twice', async () => {
  const { token, username } = await invite('practitioner');
  expect(JSON.stringify(await billing.users().find().toArray())).not.toContain(token);
  for (const command of ['first-delivery', 'first-delivery'])
    await setPassword(token, PASSWORD, command);
  expect(await codeOf(setPassword(token, PASSWORD, 'another-command'))).toBe('LINK_ENDED');
  for (const [name, code] of [
    [username.toUpperCase(), 'USERNAME_TAKEN'],
    [' ADMIN ', 'USERNAME_TAKEN'],
    ['a\nb', 'VALIDATION_FAILED'],
  ] as const) {
    const again = billing.owner(invitePerson, { username: name, role: 'editor' });
    expect(await codeOf(again)).toBe(code);
  }
});

it('a person gets another role at once: sessions of the former one end', async () => {
  const { id, username } = await billing.join('editor');
  const before = await signIn(username);
  const changed = await billing.owner(changePersonRole, { id, role: 'practitioner' });
  expect(changed).toMatchObject({ id, role: 'practitioner', state: 'active' });
  await expectNoSession(before);
  expect(await recordOf(await signIn(username))).toMatchObject({ role: 'practitioner' });
  const { payload } = await billing.eventAbout(accountEvents.roleChanged, id);
  expect(payload).toMatchObject({ before: 'editor', after: 'practitioner' });
  const unknown = billing.owner(changePersonRole, { id: 'f'.repeat(24), role: 'admin' });
  expect(await codeOf(unknown)).toBe('NOT_FOUND');
});

it('a person who is disabled has no session and no link, and may come back', async () => {
  const { id, username } = await billing.join('admin');
  const before = await signIn(username);
  const { token } = await billing.owner(createPersonLink, { id });
  const disable = (isDisabled: boolean) => billing.owner(setPersonDisabled, { id, isDisabled });
  expect(await disable(true)).toMatchObject({ state: 'disabled' });
  await expectNoSession(before);
  // Versions that know no `disabledAt` find no password.
  expect(await billing.users().findOne({ username })).not.toHaveProperty('password');
  expect(await codeOf(signIn(username))).toBe('INVALID_CREDENTIALS');
  expect(await codeOf(openLink(token))).toBe('LINK_ENDED');
  expect(await codeOf(billing.owner(createPersonLink, { id }))).toBe('PERSON_DISABLED');
  expect(await disable(false)).toMatchObject({ state: 'active' });
  expect((await signIn(username)).role).toBe('admin');
});

it('a person who forgot the password sets a new one by a link, which ends the sessions', async () => {
  const { id, username } = await billing.join('practitioner');
  const before = await signIn(username);
  const { token } = await billing.owner(createPersonLink, { id });
  expect(await openLink(token)).toMatchObject({ isInvitation: false });
  expect(await isOpen(before)).toBe(true);
  await setPassword(token, OTHER);
  expect(await isOpen(before)).toBe(false);
  expect(await codeOf(signIn(username))).toBe('INVALID_CREDENTIALS');
  expect((await signIn(username, OTHER)).username).toBe(username);
  // A change of the password ends a link as well.
  const link = await billing.owner(createPersonLink, { id });
  const change = { currentPassword: OTHER, newPassword: PASSWORD, address: freshAddress() };
  await billing.as(person('practitioner', { id }))(changePassword, change);
  await expectEnded(link.token);
});

it('a person is listed without secrets, and loses all sessions when an owner says so', async () => {
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
