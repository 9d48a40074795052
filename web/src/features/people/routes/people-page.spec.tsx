import { beforeEach, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import type { TeamPerson } from '@ctdb/contracts';
import { json, mockApi, problemReply } from '@/testing/mock-api';
import { renderApp, user } from '@/testing/render';
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

const open = async (
  changes: Partial<TeamPerson> = {},
  replies: Parameters<typeof mockApi>[0] = {},
) => {
  const requests = mockApi({
    'GET /api/session': () =>
      json({ role: 'owner', username: 'admin', capabilities: ['account', 'people'] }),
    'GET /api/people': () =>
      json([{ ...person, ...changes }], { headers: { 'X-Total-Count': '1' } }),
    [`POST ${path}/link`]: () => json(link, { status: 201 }),
    ...replies,
  });
  await renderApp(<PeoplePage />);
  return requests;
};
const createLink = async () => {
  await user.click(await screen.findByRole('button', { name: 'Actions for asha' }));
  await user.click(await screen.findByRole('menuitem', { name: 'New invitation link' }));
  return screen.findByRole('dialog', { name: 'Link for asha' });
};

it('shows a link once, and says if it cannot be copied', async () => {
  await open();
  const dialog = within(await createLink());
  expect(dialog.getByLabelText<HTMLInputElement>('Link').value).toMatch(/\/invite#secret$/);
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'));
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText(/Select the link and copy it/)).toBeTruthy();
  expect(copy).toHaveBeenCalledTimes(1);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body.innerHTML).not.toContain('secret');
});

it('says that an invited person has no open link', async () => {
  await open();
  expect(await screen.findByText(/^No open link/)).toBeTruthy();
});

it('changes no role before the owner confirms it', async () => {
  const requests = await open(
    { state: 'active' },
    { [`PUT ${path}/role`]: () => problemReply(409, 'LAST_OWNER') },
  );
  const select = await screen.findByLabelText<HTMLSelectElement>('Role of asha');
  await user.selectOptions(select, 'owner');
  await user.selectOptions(select, 'editor');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change role' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
  await user.click(question.getByRole('button', { name: 'Change role' }));
  await waitFor(() => expect(select.value).toBe('practitioner'));
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ role: 'editor' });
});

it('sends a link to a person who has an email address', async () => {
  const requests = await open(
    { contactEmail: 'asha@example.com' },
    { [`POST ${path}/link/mail`]: () => new Response(null, { status: 204 }) },
  );
  const dialog = within(await createLink());
  await user.click(dialog.getByRole('button', { name: 'Send by email' }));
  expect(await screen.findByText('The email is on its way')).toBeTruthy();
  expect(requests.find((sent) => sent.path === `${path}/link/mail`)?.body).toEqual({
    token: 'secret',
  });
});

it('offers no email to a person without an address', async () => {
  await open();
  const dialog = within(await createLink());
  expect(dialog.queryByRole('button', { name: 'Send by email' })).toBeNull();
});

it('changes the email address and the language of a person', async () => {
  const requests = await open(
    { state: 'active', contactEmail: 'asha@example.com' },
    { [`PUT ${path}/contact`]: () => json(person) },
  );
  await user.click(await screen.findByRole('button', { name: 'Actions for asha' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Email address and language' }));
  const name = 'Email address and language of asha';
  const form = within(await screen.findByRole('form', { name }));
  const box = form.getByLabelText<HTMLInputElement>('Email address');
  expect(box.value).toBe('asha@example.com');
  await user.clear(box);
  await user.type(box, 'asha{Enter}');
  expect(form.getByText('Enter a valid email address')).toBeTruthy();
  await user.clear(box);
  await user.selectOptions(form.getByLabelText('Language of emails'), 'kn');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Email address and language are saved')).toBeTruthy();
  expect(screen.queryByRole('form', { name })).toBeNull();
  expect(requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { locale: 'kn' },
  ]);
});

it('invites a person in the language of the owner, or another one', async () => {
  const requests = await open({}, { 'POST /api/people': () => json(link, { status: 201 }) });
  const form = within(await screen.findByRole('form', { name: 'Invite a person' }));
  expect(form.getByLabelText<HTMLSelectElement>('Language of emails').value).toBe('en');
  await user.type(form.getByLabelText('Username'), 'ravi');
  await user.selectOptions(form.getByLabelText('Language of emails'), 'kn');
  await user.click(form.getByRole('button', { name: 'Invite' }));
  await screen.findByRole('dialog', { name: 'Link for ravi' });
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    username: 'ravi',
    role: 'practitioner',
    locale: 'kn',
  });
});
