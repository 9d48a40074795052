import { beforeEach, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import type { TeamPerson } from '@ctdb/contracts';
import { agree, bodies, click, field, json, noContent, paged, part, problemReply } from '@/testing';
import { renderPage, type Replies, see, sessionOf, user } from '@/testing';
import PeoplePage from './people-page';

const person: TeamPerson = {
  id: 'c'.repeat(24),
  username: 'asha',
  role: 'practitioner',
  state: 'invited',
  createdAt: '2026-11-20T10:00:00.000Z',
};
const path = `/api/people/${person.id}`;
const link = { id: person.id, token: 'secret', expiresAt: '2026-11-26T10:00:00.000Z' };

beforeEach(() => localStorage.setItem('adminToken', 'token'));

const open = async (changes: Partial<TeamPerson> = {}, replies: Replies = {}) => {
  const answers = {
    ...sessionOf('owner', ['account', 'people'], { username: 'admin' }),
    'GET /api/people': () => paged([{ ...person, ...changes }]),
    [`POST ${path}/link`]: () => json(link, { status: 201 }),
    ...replies,
  };
  return renderPage(answers, <PeoplePage />);
};
const createLink = async () => {
  await click('Actions for asha');
  await click('New invitation link', 'menuitem');
  return part('dialog', 'Link for asha');
};

it('shows a link once, and says if it cannot be copied; no email without an address', async () => {
  await open();
  await see(/^No valid link/);
  const dialog = await createLink();
  expect(dialog.queryByRole('button', { name: 'Send by email' })).toBeNull();
  expect(dialog.getByLabelText<HTMLInputElement>('Link').value).toMatch(/\/invite#secret$/);
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'));
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  await see(/Select the link and copy it/);
  expect(copy).toHaveBeenCalledTimes(1);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body.innerHTML).not.toContain('secret');
});

it('changes no role before the owner confirms it', async () => {
  const refused = () => problemReply(409, 'LAST_OWNER');
  const requests = await open({ state: 'active' }, { [`PUT ${path}/role`]: refused });
  const select = await field('Role of asha');
  await user.selectOptions(select, 'owner');
  await user.selectOptions(select, 'editor');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await click('Change role');
  expect(bodies(requests, 'PUT')).toEqual([]);
  await agree('Change role');
  await waitFor(() => expect(select.value).toBe('practitioner'));
  expect(bodies(requests, 'PUT')[0]).toEqual({ role: 'editor' });
});

it('erases a disabled person after a question', async () => {
  const requests = await open({ state: 'disabled' }, { [`DELETE ${path}`]: noContent });
  await click('Actions for asha');
  await click('Erase for good', 'menuitem');
  await see(/the name beside what the person did/);
  await agree('Erase for good');
  await see('asha is erased');
  expect(bodies(requests, 'DELETE')).toHaveLength(1);
});

it('changes the email address and the language of a person', async () => {
  const asha = { state: 'active', contactEmail: 'asha@example.com' } as const;
  const requests = await open(asha, { [`PUT ${path}/contact`]: () => json(person) });
  await click('Actions for asha');
  await click('Email address and language', 'menuitem');
  const name = 'Email address and language of asha';
  const form = await part('form', name);
  const box = form.getByLabelText<HTMLInputElement>('Email address');
  expect(box.value).toBe('asha@example.com');
  await user.clear(box);
  await user.type(box, 'asha{Enter}');
  expect(form.getByText('Enter a valid email address')).toBeTruthy();
  await user.clear(box);
  await user.selectOptions(form.getByLabelText('Language of emails'), 'kn');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await see('Email address and language are saved');
  expect(screen.queryByRole('form', { name })).toBeNull();
  expect(bodies(requests, 'PUT')).toEqual([{ locale: 'kn' }]);
});

it('invites a person in the language of the owner, or another one', async () => {
  const requests = await open({}, { 'POST /api/people': () => json(link, { status: 201 }) });
  const form = await part('form', 'Invite a person');
  expect(form.getByLabelText<HTMLSelectElement>('Language of emails').value).toBe('en');
  await user.type(form.getByLabelText('Username'), 'ravi');
  await user.selectOptions(form.getByLabelText('Language of emails'), 'kn');
  await user.click(form.getByRole('button', { name: 'Invite' }));
  await screen.findByRole('dialog', { name: 'Link for ravi' });
  expect(bodies(requests)).toEqual([{ username: 'ravi', role: 'practitioner', locale: 'kn' }]);
});
