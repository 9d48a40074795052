import { MailRecord } from '@ctdb/chassis/mail';
import { person, testMailServer } from '@ctdb/chassis/testing';
import {
  accountEvents,
  createPersonLink,
  erasePerson,
  getContact,
  invitePerson,
  sendForgottenLink,
  sendPersonLink,
  setContact,
  setPersonContact,
  setPersonDisabled,
} from '@ctdb/contracts';
import { expect, it, vi } from 'vitest';
import { ThrottleService } from '../src/accounts/passwords/throttle.service.js';
import { billingEnv, codeOf, countSuccesses, TestBilling } from './support/billing.js';
import { mailsOf } from './support/mails.js';

const server = testMailServer();
const billing = new TestBilling(billingEnv({}));
const { invite, listed } = billing;
const { settled, sentTo } = mailsOf(server, billing);

const tokenIn = (text = '') => /\/invite#([\w-]+)/.exec(text)?.[1] ?? '';
const tokenFor = async (subject: string, to: string) =>
  tokenIn((await server.waitFor(subject, to)).text);
it('a link of an owner is sent as an invitation, and later for a new password, to the address of the person', async () => {
  const to = 'asha@example.com';
  const { id, token, username } = await invite('editor', { contactEmail: to });
  expect((await listed(id))?.contactEmail).toBe(to);
  await billing.owner(sendPersonLink, { id, token });
  expect(await tokenFor('Your invitation', to)).toBe(token);
  expect(await billing.openLink(token)).toMatchObject({ username });
  await billing.setPassword(token);
  const next = await billing.owner(createPersonLink, { id });
  await billing.owner(sendPersonLink, { id, token: next.token });
  expect(await tokenFor('Your new password', to)).toBe(next.token);
  // In the language of the person, where that is known.
  const kannada = { contactEmail: 'kannada@example.com', locale: 'kn' } as const;
  const other = await invite('editor', kannada);
  await billing.owner(sendPersonLink, { id: other.id, token: other.token });
  expect((await server.waitFor('ಆಹ್ವಾನ', kannada.contactEmail)).text).toContain('ಗುಪ್ತಪದ');
});

it('a link of an owner is sent only if it was made last, and only to a person with an address', async () => {
  const { id, token } = await invite('editor', { contactEmail: 'ravi@example.com' });
  await billing.owner(createPersonLink, { id });
  expect(await codeOf(billing.owner(sendPersonLink, { id, token }))).toBe('LINK_ENDED');
  const other = await invite('editor');
  const link = { id: other.id, token: other.token };
  expect(await codeOf(billing.owner(sendPersonLink, link))).toBe('NO_ADDRESS');
});

it('an address is set, changed and removed by an owner; a link that was sent to it ends', async () => {
  const { id, token } = await invite('editor');
  const first = await billing.owner(setPersonContact, { id, contactEmail: 'First@Example.com' });
  expect(first).toMatchObject({ contactEmail: 'first@example.com' });
  expect(await billing.openLink(token)).toBeDefined();
  await billing.owner(setPersonContact, { id, contactEmail: 'second@example.com', locale: 'kn' });
  expect(await codeOf(billing.openLink(token))).toBe('LINK_ENDED');
  expect(await listed(id)).toMatchObject({ contactEmail: 'second@example.com', locale: 'kn' });
  await billing.owner(setPersonContact, { id });
  expect(await listed(id)).not.toHaveProperty('contactEmail');
  const { payload, actor } = await billing.eventAbout(accountEvents.contactChanged, id);
  expect(Object.keys(payload).sort()).toEqual(['accountId', 'isAddressChanged', 'username']);
  expect(actor).toMatchObject({ id: billing.ownerId });
});

it('a disabled person is erased with name, address and mails; the id stays, and the name is free', async () => {
  const to = 'erased@example.com';
  const { id, username } = await billing.join('editor', { contactEmail: to });
  const erase = () => billing.owner(erasePerson, { id });
  expect(await codeOf(erase())).toBe('PERSON_NOT_DISABLED');
  await billing.owner(setPersonDisabled, { id, isDisabled: true });
  const mails = billing.model<MailRecord>(MailRecord.name);
  const mail = {
    kind: 'passwordLink',
    locale: 'en',
    state: 'failed',
    createdAt: new Date(),
  } as const;
  await mails.create({ ...mail, _id: 'given-up', to, values: { username } });
  await mails.create({ ...mail, _id: 'asked-for', values: { account: to } });
  // A repetition gets the same answer.
  for (const call of [erase, erase]) await call();
  expect(await listed(id)).toBeUndefined();
  const row = await billing.users().findOne({ username: id }, { projection: { outbox: 0 } });
  expect(String(row?._id)).toBe(id);
  const stored = JSON.stringify([row, await mails.find().lean().exec()]);
  for (const text of [username, to]) expect(stored).not.toContain(text);
  const { payload } = await billing.eventAbout(accountEvents.erased, id);
  expect(payload).toEqual({ accountId: id });
  expect(await billing.owner(invitePerson, { username, role: 'editor' })).not.toMatchObject({ id });
});

it('an address is set by its person, the first owner too, and by no other person', async () => {
  const contact = { contactEmail: 'owner@example.com', locale: 'kn' as const };
  expect(await billing.owner(setContact, contact)).toEqual(contact);
  expect(await billing.owner(getContact, {})).toEqual(contact);
  await billing.buyer(sendForgottenLink, { account: 'ADMIN' });
  await server.waitFor('ಹೊಸ ಗುಪ್ತಪದ', contact.contactEmail);
  const stranger = billing.as(person('editor', { id: 'f'.repeat(24) }));
  expect(await codeOf(stranger(setContact, contact))).toBe('ACCESS_REQUIRED');
});

const forget = (account: string) => billing.buyer(sendForgottenLink, { account });
it('a person who forgot the password gets a link by name or address, which sets a new one', async () => {
  for (const [at, to] of ['by-name@example.com', 'by-address@example.com'].entries()) {
    const { id, username } = await billing.join('editor', { contactEmail: to.toUpperCase() });
    await forget([` ${username.toUpperCase()} `, to.toUpperCase()][at] ?? '');
    const token = await tokenFor('Your new password', to);
    const shown = { username, isInvitation: false };
    expect(await billing.openLink(token)).toMatchObject(shown);
    await billing.setPassword(token, 'otter-lagoon-77');
    expect((await billing.signIn(username, 'otter-lagoon-77')).username).toBe(username);
    await billing.eventAbout(accountEvents.linkRequested, id);
  }
});

it('a person who forgot the password gets the answer of those who do not exist, are disabled or have no address', async () => {
  const disabled = await billing.join('editor', { contactEmail: 'disabled@example.com' });
  await billing.owner(setPersonDisabled, { id: disabled.id, isDisabled: true });
  const silent = await billing.join('editor');
  const known = await billing.join('editor', { contactEmail: 'known@example.com' });
  const names = [disabled.username, silent.username, known.username, 'unknown', '{"$ne":null}'];
  for (const account of [...names, 'missing@example.com', 'disabled@example.com'])
    expect(await forget(account)).toEqual({});
  await settled();
  expect(sentTo('known@example.com')).toHaveLength(1);
  expect([...sentTo('disabled@example.com'), ...sentTo('missing@example.com')]).toEqual([]);
  for (const { id } of [disabled, silent])
    expect(await listed(id)).not.toHaveProperty('linkExpiresAt');
});

it('a person who forgot the password gets five links a day, which end no other, until one is used', async () => {
  const to = 'often@example.com';
  const { id, username } = await billing.join('editor', { contactEmail: to });
  const { token } = await billing.owner(createPersonLink, { id });
  for (let count = 0; count < 7; count += 1) expect(await forget(username)).toEqual({});
  await settled();
  const tokens = [token, ...sentTo(to).map(({ text }) => tokenIn(text))];
  expect(tokens).toHaveLength(6);
  const countOpen = () => countSuccesses(tokens.map((one) => billing.openLink(one)));
  expect(await countOpen()).toBe(6);
  await billing.setPassword(tokens[2] ?? '', 'otter-lagoon-77');
  expect(await countOpen()).toBe(0);
});

it('a person who forgot the password has no link at a former address, also if it changes meanwhile', async () => {
  const [first, second] = ['former@example.com', 'next@example.com'] as const;
  const { id, username } = await billing.join('editor', { contactEmail: first });
  await forget(username);
  const token = await tokenFor('Your new password', first);
  expect(await billing.openLink(token)).toMatchObject({ username });
  const throttle = vi.spyOn(billing.service.get(ThrottleService), 'countLink');
  throttle.mockImplementationOnce(async () => {
    await billing.owner(setPersonContact, { id, contactEmail: second });
    return true;
  });
  await forget(username);
  await settled();
  expect(await codeOf(billing.openLink(token))).toBe('LINK_ENDED');
  expect([sentTo(first).length, sentTo(second).length]).toEqual([1, 0]);
});
