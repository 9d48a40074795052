import { expect, it } from 'vitest';
import { Link } from 'react-router-dom';
import { screen } from '@testing-library/react';
import { click, fill, json, mockApi, noContent, problemReply, renderApp } from '@/testing';
import { renderPage, type Replies, see } from '@/testing';
import InvitePage from './invite-page';

const SET = 'POST /api/people/link/password';
const expiresAt = '2026-11-26T10:00:00.000Z';
const owner = { username: 'asha', role: 'editor', isInvitation: true, expiresAt };

const open = async (replies: Replies = {}) => {
  const answers = { 'POST /api/people/link/open': () => json(owner), ...replies };
  return renderPage(answers, <InvitePage />, { path: '/invite#token' });
};
const PASSWORD = 'marigold-heron-58';
const save = async (confirmed = PASSWORD) => {
  await fill('Password', PASSWORD);
  await fill('Confirm password', confirmed);
  await click('Save password');
};
const alert = async () => (await screen.findByRole('alert')).textContent;

it('sends no password that was typed in two ways', async () => {
  const requests = await open();
  await save('marigold-heron-59');
  expect(await alert()).toBe('The passwords do not match');
  expect(requests.map(({ path }) => path)).not.toContain('/api/people/link/password');
});

it('says that a link has ended since it was opened', async () => {
  await open({ [SET]: () => problemReply(404, 'LINK_ENDED') });
  await save();
  expect(await alert()).toMatch(/Ask an owner for a new one/);
});

it('starts anew for another link in the same tab', async () => {
  mockApi({ 'POST /api/people/link/open': () => json(owner), [SET]: noContent });
  const page = (
    <>
      <Link to="/invite#second">Second</Link>
      <InvitePage />
    </>
  );
  await renderApp(page, { path: '/invite#first' });
  await save();
  await see(/Your password is saved/);
  await click('Second', 'link');
  expect((await screen.findByLabelText<HTMLInputElement>('Password')).value).toBe('');
});
