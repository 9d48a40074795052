import { MailRecord } from '@ctdb/chassis/mail';
import { eventSpy, type EventSpy, person, testMailServer, waitUntil } from '@ctdb/chassis/testing';
import {
  accountEvents,
  createPersonLink,
  getContact,
  invitePerson,
  listPeople,
  openLink,
  type RequestInput,
  sendForgottenLink,
  sendPersonLink,
  setContact,
  setPasswordByLink,
  setPersonContact,
  setPersonDisabled,
} from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { codeOf, PASSWORD, testTeam } from './support/team.js';

const server = testMailServer();
const team = testTeam();
const { as, call, owner, nextName } = team;
let spy: EventSpy;

beforeAll(async () => {
  spy = await eventSpy(team.env);
});

type Invitation = Pick<RequestInput<typeof invitePerson>, 'contactEmail' | 'locale'>;

const invite = async (contact: Invitation = {}) => {
  const username = nextName();
  const { id, token } = await owner(invitePerson, { username, role: 'editor', ...contact });
  return { username, id, token };
};
const join = async (contact: Invitation = {}) => {
  const invited = await invite(contact);
  await call(setPasswordByLink, { token: invited.token, password: PASSWORD });
  return invited;
};
const mailsTo = (to: string) => server.mails.filter(({ receiver }) => receiver === to);
const tokenIn = (text = '') => /\/invite#([\w-]+)/.exec(text)?.[1] ?? '';
const tokenFor = async (subject: string, to: string) =>
  tokenIn((await server.waitFor(subject, to)).text);
const listed = async (id: string) =>
  (await owner(listPeople, { page: 1, limit: 100 })).items.find((row) => row.id === id);

describe('a link of an owner', () => {
  it('is sent as an invitation, and later for a new password, to the address of the person', async () => {
    const to = 'asha@example.com';
    const { id, token, username } = await invite({ contactEmail: to });
    expect((await listed(id))?.contactEmail).toBe(to);
    await owner(sendPersonLink, { id, token });
    expect(await tokenFor('Your invitation', to)).toBe(token);
    expect(await call(openLink, { token })).toMatchObject({ username });
    await call(setPasswordByLink, { token, password: PASSWORD });
    const next = await owner(createPersonLink, { id });
    await owner(sendPersonLink, { id, token: next.token });
    expect(await tokenFor('Your new password', to)).toBe(next.token);
  });

  it('is sent only if it was made last, and only to a person with an address', async () => {
    const { id, token } = await invite({ contactEmail: 'ravi@example.com' });
    await owner(createPersonLink, { id });
    expect(await codeOf(owner(sendPersonLink, { id, token }))).toBe('LINK_ENDED');
    const other = await invite();
    const link = { id: other.id, token: other.token };
    expect(await codeOf(owner(sendPersonLink, link))).toBe('NO_ADDRESS');
  });

  it('is in the language of the person, or of the owner where that is unknown', async () => {
    const [kannada, unknown] = ['kannada@example.com', 'unknown@example.com'];
    for (const contact of [
      { contactEmail: kannada, locale: 'kn' as const },
      { contactEmail: unknown },
    ]) {
      const { id, token } = await invite(contact);
      await owner(sendPersonLink, { id, token });
    }
    expect((await server.waitFor('ಆಹ್ವಾನ', kannada)).text).toContain('ಗುಪ್ತಪದ');
    await server.waitFor('Your invitation', unknown);
  });
});

describe('an address', () => {
  it('is set, changed and removed by an owner; a link that was sent to it ends', async () => {
    const { id, token } = await invite();
    const first = await owner(setPersonContact, { id, contactEmail: 'First@Example.com' });
    expect(first).toMatchObject({ contactEmail: 'first@example.com' });
    expect(await call(openLink, { token })).toBeDefined();
    await owner(setPersonContact, { id, contactEmail: 'second@example.com', locale: 'kn' });
    expect(await codeOf(call(openLink, { token }))).toBe('LINK_ENDED');
    expect(await listed(id)).toMatchObject({ contactEmail: 'second@example.com', locale: 'kn' });
    await owner(setPersonContact, { id });
    expect(await listed(id)).not.toHaveProperty('contactEmail');
    const { payload, actor } = await spy.waitFor(
      accountEvents.contactChanged,
      (event) => event.payload.accountId === id,
    );
    expect(Object.keys(payload).sort()).toEqual(['accountId', 'username']);
    expect(actor).toMatchObject({ id: team.firstOwner() });
  });

  it('is set by its person, the first owner too, and by no other person', async () => {
    const contact = { contactEmail: 'owner@example.com', locale: 'kn' as const };
    expect(await owner(setContact, contact)).toEqual(contact);
    expect(await owner(getContact, {})).toEqual(contact);
    await call(sendForgottenLink, { account: 'ADMIN' });
    await server.waitFor('ಹೊಸ ಗುಪ್ತಪದ', contact.contactEmail);
    const { id } = await join();
    const admin = as(person('admin'));
    expect(await codeOf(admin(setPersonContact, { id, ...contact }))).toBe('FORBIDDEN');
    const stranger = as(person('editor', { id: 'f'.repeat(24) }));
    expect(await codeOf(stranger(setContact, contact))).toBe('ACCESS_REQUIRED');
  });
});

describe('a person who forgot the password', () => {
  const forget = (account: string) => call(sendForgottenLink, { account });
  /** Until every mail that was asked for is sent, or need not be. */
  const settled = () =>
    waitUntil(
      async () =>
        (await team
          .service()
          .get<Model<MailRecord>>(getModelToken(MailRecord.name))
          .countDocuments({ state: 'waiting' })) === 0,
      'mails are waiting',
      60_000,
    );

  it('gets a link by name or address, which sets a new one', async () => {
    const byName = await join({ contactEmail: 'by-name@example.com' });
    const byAddress = await join({ contactEmail: 'By-Address@example.com' });
    await forget(` ${byName.username.toUpperCase()} `);
    await forget('BY-ADDRESS@example.com');
    for (const [{ username, id }, to] of [
      [byName, 'by-name@example.com'],
      [byAddress, 'by-address@example.com'],
    ] as const) {
      const token = await tokenFor('Your new password', to);
      expect(await call(openLink, { token })).toMatchObject({ username, isInvitation: false });
      await call(setPasswordByLink, { token, password: 'otter-lagoon-77' });
      expect((await team.signInWith(username, 'otter-lagoon-77')).username).toBe(username);
      await spy.waitFor(accountEvents.linkRequested, ({ payload }) => payload.accountId === id);
    }
  });

  it('gets the answer of those who do not exist, are disabled or have no address', async () => {
    const disabled = await join({ contactEmail: 'disabled@example.com' });
    await owner(setPersonDisabled, { id: disabled.id, isDisabled: true });
    const silent = await join();
    const known = await join({ contactEmail: 'known@example.com' });
    for (const account of [
      'nobody',
      'nobody@example.com',
      disabled.username,
      'disabled@example.com',
      silent.username,
      known.username,
      '{"$ne":null}',
    ])
      expect(await forget(account)).toEqual({});
    await settled();
    expect(mailsTo('known@example.com')).toHaveLength(1);
    expect([...mailsTo('disabled@example.com'), ...mailsTo('nobody@example.com')]).toEqual([]);
    for (const { id } of [disabled, silent])
      expect(await listed(id)).not.toHaveProperty('linkExpiresAt');
  });

  it('gets five links a day, of which the last one works', async () => {
    const to = 'often@example.com';
    const { username } = await join({ contactEmail: to });
    for (let count = 0; count < 7; count += 1) expect(await forget(username)).toEqual({});
    await settled();
    const tokens = mailsTo(to).map(({ text }) => tokenIn(text));
    expect(tokens).toHaveLength(5);
    const opened = await Promise.allSettled(tokens.map((token) => call(openLink, { token })));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
