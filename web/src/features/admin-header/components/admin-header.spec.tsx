import { beforeEach, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { click, fill, part, place, renderApp, renderPage, user } from '@/testing';
import { json, mockApi, noContent, paged, type Replies, sessionOf } from '@/testing/mock-api';
import { AdminHeader } from './admin-header';

const config = {
  productName: { en: 'Color Therapy', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' },
  passwordMinLength: 6,
};
const always = { 'GET /api/config': () => json(config) };

const changePassword = async (replies: Replies, next: string) => {
  await renderPage({ ...always, ...replies }, <AdminHeader />);
  await click('Account');
  await click('Change password', 'menuitem');
  const dialog = await part('dialog', 'Change password');
  await fill('Current password', 'old');
  for (const label of ['New password', 'Confirm new password']) await fill(label, next);
  await user.click(dialog.getByText('Change password', { selector: 'button' }));
  return (await dialog.findByRole('alert')).textContent;
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
  await renderApp(<AdminHeader />, { path: '/app' });
  await click('Logout');
  await waitFor(() => expect(place()).toBe('/'));
  const logout = requests.find(({ path }) => path === '/api/admin/logout');
  expect(logout?.headers.get('Authorization')).toBe('Bearer secret');
  expect(localStorage.getItem('adminToken')).toBeNull();
  expect(localStorage.getItem('isAdmin')).toBeNull();
  expect(sessionStorage.getItem('draft:note')).toBeNull();
});

it('has the analytics and the number of refund requests in its menu', async () => {
  mockApi({ ...always, ...sessionOf('admin'), 'GET /api/orders': () => paged([], 2) });
  await renderApp(<AdminHeader />, { path: '/app' });
  await click('Account');
  expect(await screen.findByRole('menuitem', { name: 'Orders: 2 refund requests' })).toBeTruthy();
  const analytics = screen.getByRole('menuitem', { name: 'Analytics' });
  expect(analytics.getAttribute('href')).toBe('/analytics');
});

it('the change of the password names the length that this installation wants', async () => {
  const length = { 'GET /api/config': () => json({ ...config, passwordMinLength: 12 }) };
  const said = await changePassword(length, 'abcdefgh');
  expect(said).toBe('Password must be at least 12 characters');
});

it('the change of the password shows an error if the server sends no error code', async () => {
  const broken = () => new Response('', { status: 502 });
  const said = await changePassword({ 'POST /api/admin/change-password': broken }, 'abcdef');
  expect(said).toBe('Failed to change password');
});
