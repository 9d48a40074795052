import { testMailServer } from '@ctdb/chassis/testing';
import {
  createPersonLink,
  invitePerson,
  listPeople,
  openLink,
  sendPersonLink,
  setPasswordByLink,
} from '@ctdb/contracts';
import { expect, it } from '@jest/globals';
import { codeOf, PASSWORD, testTeam } from './support/team.js';

const server = testMailServer();
const { call, owner, nextName } = testTeam();

const invite = async (contactEmail?: string) => {
  const username = nextName();
  const address = contactEmail === undefined ? {} : { contactEmail };
  const { id, token } = await owner(invitePerson, { username, role: 'editor', ...address });
  return { username, id, token };
};
const tokenFor = async (subject: string, to: string) => {
  const { text = '' } = await server.waitFor(subject, to);
  return /\/invite#([\w-]+)/.exec(text)?.[1] ?? '';
};

it('sends an invitation, and later a link for a new password, to the address of the person', async () => {
  const to = 'asha@example.com';
  const { id, token, username } = await invite(to);
  const { items } = await owner(listPeople, { page: 1, limit: 100 });
  expect(items.find((row) => row.id === id)?.contactEmail).toBe(to);
  await owner(sendPersonLink, { id, token });
  expect(await tokenFor('Your invitation', to)).toBe(token);
  expect(await call(openLink, { token })).toMatchObject({ username });
  await call(setPasswordByLink, { token, password: PASSWORD });
  const next = await owner(createPersonLink, { id });
  await owner(sendPersonLink, { id, token: next.token });
  expect(await tokenFor('Your new password', to)).toBe(next.token);
});

it('sends only the link that was made last, and only to a person with an address', async () => {
  const { id, token } = await invite('ravi@example.com');
  await owner(createPersonLink, { id });
  expect(await codeOf(owner(sendPersonLink, { id, token }))).toBe('LINK_ENDED');
  const { id: otherId, token: otherToken } = await invite();
  const link = { id: otherId, token: otherToken };
  expect(await codeOf(owner(sendPersonLink, link))).toBe('NO_ADDRESS');
});
