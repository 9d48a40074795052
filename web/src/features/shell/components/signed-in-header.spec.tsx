import { beforeEach, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { agree, click, fill, part, place, renderApp, renderPage, see } from '@/testing';
import { json, mockApi, noContent, paged, problemReply, type Replies } from '@/testing';
import { sessionOf, unseen, user } from '@/testing';
import Rail from './rail';
import SignedInHeader from './signed-in-header';

const config = {
  productName: { en: 'Color Therapy', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' },
  passwordMinLength: 12,
};
const always = { 'GET /api/config': () => json(config) };

type Typed = readonly [current: string, next: string, confirm: string];
const changePassword = async (reply: Replies[string], [current, next, confirm]: Typed) => {
  await renderPage({ ...always, 'POST /api/admin/change-password': reply }, <SignedInHeader />);
  await click('Account');
  await click('Change password', 'menuitem');
  const dialog = await part('dialog', 'Change password');
  await fill('Current password', current);
  await fill('New password', next);
  await fill('Confirm new password', confirm);
  await user.click(dialog.getByRole('button', { name: 'Change password' }));
};

beforeEach(() => {
  localStorage.setItem('adminToken', 'secret');
  localStorage.setItem('isAdmin', 'true');
});

it.each([
  ['on the server, in the browser, and back to the landing page', false],
  ['in the browser also if the server is unreachable', true],
])('the administrator’s header signs out: %s', async (_where, isLost) => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const requests = mockApi({ ...always, 'POST /api/admin/logout': isLost ? lost : noContent });
  sessionStorage.setItem('draft:note', '{}');
  await renderApp(<SignedInHeader />, { path: '/app' });
  await click('Logout');
  await see(/^What you've typed but not saved/);
  await agree('Logout');
  await waitFor(() => expect(place()).toBe('/'));
  const logout = requests.find(({ path }) => path === '/api/admin/logout');
  expect(logout?.headers.get('Authorization')).toBe('Bearer secret');
  expect(localStorage.getItem('adminToken')).toBeNull();
  expect(localStorage.getItem('isAdmin')).toBeNull();
  expect(sessionStorage.getItem('draft:note')).toBeNull();
});

const OF_ADMIN = 'Orders Pricing Import and export Colors Status Backups Domain and release Audit';
it.each([
  ['admin', [], `Diseases Patients Trends ${OF_ADMIN} Trash`],
  ['editor', ['read', 'tools', 'analytics', 'edit'], 'Diseases Patients Trends Colors Trash'],
  ['pass', ['read', 'tools'], 'Diseases Patients My access'],
])('the navigation has what role %s may do, and what waits', async (role, can, shown) => {
  if (role === 'pass') localStorage.clear();
  const ops = { processes: [], queues: [], waitingDeadLetters: 3 };
  const counts: Replies = {
    'GET /api/orders': () => paged([], 2),
    'GET /api/operations': () => json({ ops }),
  };
  const path = '/app/add-disease';
  await renderPage({ ...always, ...sessionOf(role, can), ...counts }, <Rail />, { path });
  const nameOf = (link: HTMLElement) => link.querySelector('span')?.textContent;
  const names = () => screen.getAllByRole('link').map(nameOf).join(' ');
  await waitFor(() => expect(names()).toBe(shown));
  expect(screen.getByRole('link', { current: true }).textContent).toBe('Diseases');
  if (role !== 'admin') return;
  await screen.findByRole('link', { name: /^Orders ?: 2 refund requests$/ });
  await screen.findByRole('link', { name: /^Status ?: 3 things need attention$/ });
});

it('the first steps of an owner are ticked by what the installation holds, and can be hidden', async () => {
  await renderPage(
    {
      ...always,
      ...sessionOf('admin', ['people']),
      'GET /api/samples/state': () => json({ diseases: 24, entries: 3, inTrash: 0, edited: [] }),
      'GET /api/diseases': () => paged([], 25),
      'GET /api/people': () => paged([], 1),
      'GET /api/admin/pricing/changes': () => json([]),
      'GET /api/backup/complete': () => json({ isExpected: true }),
    },
    <Rail />,
  );
  const steps = await part('region', /^First steps/);
  const ticked = steps.getAllByRole('link').filter((link) => link.textContent?.endsWith('done'));
  expect(ticked.map((link) => link.getAttribute('href'))).toEqual(['/app/add-disease']);
  await click('Hide');
  unseen('First steps');
  expect(localStorage.getItem('firstSteps')).toBe('done');
});

const long = 'abcdefghijkl';
it.each<[string, Typed, string]>([
  ['a field is empty', ['', '', ''], 'Please fill in all password fields'],
  ['the new ones differ', ['old', 'short', 'other'], 'New passwords do not match'],
  [
    'the new one is shorter than this installation wants',
    ['old', 'abcdefgh', 'abcdefgh'],
    'Password must be at least 12 characters',
  ],
  ['the current one is wrong', ['wrong', long, long], 'The current password is wrong'],
  ['the server sends no error code', ['broken', long, long], 'Failed to change password'],
])('the change of the password shows an error if %s', async (_, typed, said) => {
  const refuse: Replies[string] = ({ body }) =>
    JSON.stringify(body).includes('wrong')
      ? problemReply(400, 'WRONG_PASSWORD')
      : new Response('', { status: 502 });
  await changePassword(refuse, typed);
  await see(said);
});

it('the change of the password leads to the sign-in', async () => {
  await changePassword(() => json({ message: 'Changed' }), ['old', long, long]);
  await waitFor(() => expect(place()).toBe('/admin-login'));
  expect(localStorage.getItem('adminToken')).toBeNull();
});
