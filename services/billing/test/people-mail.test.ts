import { person, testMailServer } from '@ctdb/chassis/testing';
import {
  accountEvents,
  createPersonLink,
  getContact,
  invitePerson,
  listPeople,
  openLink,
  sendForgottenLink,
  sendPersonLink,
  setContact,
  setPasswordByLink,
  setPersonContact,
  setPersonDisabled,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { billingEnv, codeOf, newName, PASSWORD, TestBilling } from './support/billing.js';
import { mailsOf } from './support/mails.js';

const server = testMailServer();
const billing = new TestBilling(billingEnv({}));
const { settled, sentTo } = mailsOf(server, billing);

const invite = async (contact: { contactEmail?: string; locale?: 'en' | 'kn' } = {}) => {
  const username = newName();
  const { id, token } = await billing.owner(invitePerson, { username, role: 'editor', ...contact });
  return { username, id, token };
};
const tokenIn = (text = '') => /\/invite#([\w-]+)/.exec(text)?.[1] ?? '';
const tokenFor = async (subject: string, to: string) =>
  tokenIn((await server.waitFor(subject, to)).text);
const listed = async (id: string) =>
  (await billing.owner(listPeople, { page: 1, limit: 100 })).items.find((row) => row.id === id);

describe('a link of an owner', () => {
  it('is sent as an invitation, and later for a new password, to the address of the person', async () => {
    const to = 'asha@example.com';
    const { id, token, username } = await invite({ contactEmail: to });
    expect((await listed(id))?.contactEmail).toBe(to);
    await billing.owner(sendPersonLink, { id, token });
    expect(await tokenFor('Your invitation', to)).toBe(token);
    expect(await billing.buyer(openLink, { token })).toMatchObject({ username });
    await billing.buyer(setPasswordByLink, { token, password: PASSWORD });
    const next = await billing.owner(createPersonLink, { id });
    await billing.owner(sendPersonLink, { id, token: next.token });
    expect(await tokenFor('Your new password', to)).toBe(next.token);
  });

  it('is sent only if it was made last, and only to a person with an address', async () => {
    const { id, token } = await invite({ contactEmail: 'ravi@example.com' });
    await billing.owner(createPersonLink, { id });
    expect(await codeOf(billing.owner(sendPersonLink, { id, token }))).toBe('LINK_ENDED');
    const other = await invite();
    const link = { id: other.id, token: other.token };
    expect(await codeOf(billing.owner(sendPersonLink, link))).toBe('NO_ADDRESS');
  });

  it('is in the language of the person, or of the owner where that is unknown', async () => {
    const [kannada, unknown] = ['kannada@example.com', 'unknown@example.com'];
    for (const contact of [
      { contactEmail: kannada, locale: 'kn' as const },
      { contactEmail: unknown },
    ]) {
      const { id, token } = await invite(contact);
      await billing.owner(sendPersonLink, { id, token });
    }
    expect((await server.waitFor('ಆಹ್ವಾನ', kannada)).text).toContain('ಗುಪ್ತಪದ');
    await server.waitFor('Your invitation', unknown);
  });
});

describe('an address', () => {
  it('is set, changed and removed by an owner; a link that was sent to it ends', async () => {
    const { id, token } = await invite();
    const first = await billing.owner(setPersonContact, { id, contactEmail: 'First@Example.com' });
    expect(first).toMatchObject({ contactEmail: 'first@example.com' });
    expect(await billing.buyer(openLink, { token })).toBeDefined();
    await billing.owner(setPersonContact, { id, contactEmail: 'second@example.com', locale: 'kn' });
    expect(await codeOf(billing.buyer(openLink, { token }))).toBe('LINK_ENDED');
    expect(await listed(id)).toMatchObject({ contactEmail: 'second@example.com', locale: 'kn' });
    await billing.owner(setPersonContact, { id });
    expect(await listed(id)).not.toHaveProperty('contactEmail');
    const { payload, actor } = await billing.events.waitFor(
      accountEvents.contactChanged,
      (event) => event.payload.accountId === id,
    );
    expect(Object.keys(payload).sort()).toEqual(['accountId', 'username']);
    expect(actor).toMatchObject({ id: billing.ownerId });
  });

  it('is set by its person, the first owner too, and by no other person', async () => {
    const contact = { contactEmail: 'owner@example.com', locale: 'kn' as const };
    expect(await billing.owner(setContact, contact)).toEqual(contact);
    expect(await billing.owner(getContact, {})).toEqual(contact);
    await billing.buyer(sendForgottenLink, { account: 'ADMIN' });
    await server.waitFor('ಹೊಸ ಗುಪ್ತಪದ', contact.contactEmail);
    const stranger = billing.as(person('editor', { id: 'f'.repeat(24) }));
    expect(await codeOf(stranger(setContact, contact))).toBe('ACCESS_REQUIRED');
  });
});

describe('a person who forgot the password', () => {
  const forget = (account: string) => billing.buyer(sendForgottenLink, { account });
  it('gets a link by name or address, which sets a new one', async () => {
    const byName = await billing.join('editor', { contactEmail: 'by-name@example.com' });
    const byAddress = await billing.join('editor', { contactEmail: 'By-Address@example.com' });
    await forget(` ${byName.username.toUpperCase()} `);
    await forget('BY-ADDRESS@example.com');
    for (const [{ username, id }, to] of [
      [byName, 'by-name@example.com'],
      [byAddress, 'by-address@example.com'],
    ] as const) {
      const token = await tokenFor('Your new password', to);
      expect(await billing.buyer(openLink, { token })).toMatchObject({
        username,
        isInvitation: false,
      });
      await billing.buyer(setPasswordByLink, { token, password: 'otter-lagoon-77' });
      expect((await billing.signIn(username, 'otter-lagoon-77')).username).toBe(username);
      await billing.events.waitFor(
        accountEvents.linkRequested,
        ({ payload }) => payload.accountId === id,
      );
    }
  });

  it('gets the answer of those who do not exist, are disabled or have no address', async () => {
    const disabled = await billing.join('editor', { contactEmail: 'disabled@example.com' });
    await billing.owner(setPersonDisabled, { id: disabled.id, isDisabled: true });
    const silent = await billing.join('editor');
    const known = await billing.join('editor', { contactEmail: 'known@example.com' });
    for (const account of [
      'unknown',
      'missing@example.com',
      disabled.username,
      'disabled@example.com',
      silent.username,
      known.username,
      '{"$ne":null}',
    ])
      expect(await forget(account)).toEqual({});
    await settled();
    expect(sentTo('known@example.com')).toHaveLength(1);
    expect([...sentTo('disabled@example.com'), ...sentTo('missing@example.com')]).toEqual([]);
    for (const { id } of [disabled, silent])
      expect(await listed(id)).not.toHaveProperty('linkExpiresAt');
  });

  it('gets five links a day, of which the last one works', async () => {
    const to = 'often@example.com';
    const { username } = await billing.join('editor', { contactEmail: to });
    for (let count = 0; count < 7; count += 1) expect(await forget(username)).toEqual({});
    await settled();
    const tokens = sentTo(to).map(({ text }) => tokenIn(text));
    expect(tokens).toHaveLength(5);
    const opened = await Promise.allSettled(
      tokens.map((token) => billing.buyer(openLink, { token })),
    );
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
