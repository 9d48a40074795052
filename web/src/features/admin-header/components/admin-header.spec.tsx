import { beforeEach, describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import { click, fill, place, renderApp, see, user } from '@/testing';
import { json, mockApi, noContent, paged, type Replies } from '@/testing/mock-api';
import { AdminHeader } from './admin-header';

const config = {
  productName: { en: 'Color Therapy', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' },
  passwordMinLength: 6,
};
const always = { 'GET /api/config': () => json(config) };

const changePassword = async (replies: Replies, next: string) => {
  mockApi({ ...always, ...replies });
  await renderApp(<AdminHeader />);
  await click('Account');
  await click('Change password', 'menuitem');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
  await fill('Current password', 'old');
  for (const label of ['New password', 'Confirm new password']) await fill(label, next);
  await user.click(dialog.getByText('Change password', { selector: 'button' }));
  return (await dialog.findByRole('alert')).textContent;
};

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('adminToken', 'secret');
  localStorage.setItem('isAdmin', 'true');
});

describe('the administrator’s header', () => {
  it('signs out: on the server, in the browser, and back to the landing page', async () => {
    const requests = mockApi({ ...always, 'POST /api/admin/logout': noContent });
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

  it('signs out in the browser also if the server is unreachable', async () => {
    mockApi({
      ...always,
      'POST /api/admin/logout': () => Promise.reject(new TypeError('Failed to fetch')),
    });
    await renderApp(<AdminHeader />, { path: '/app' });
    await click('Logout');
    await waitFor(() => expect(localStorage.getItem('adminToken')).toBeNull());
  });
});

it('offers an editor what editors may do', async () => {
  localStorage.setItem('isAdmin', 'false');
  const capabilities = ['read', 'tools', 'analytics', 'edit'];
  mockApi({ ...always, 'GET /api/session': () => json({ role: 'editor', capabilities }) });
  await renderApp(<AdminHeader onNewEntry={() => undefined} />, { path: '/app' });
  await see('Editor');
  expect(screen.getByRole('button', { name: 'New Entry' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Pricing' })).toBeNull();
  await click('Account');
  expect(await screen.findByRole('menuitem', { name: 'Trash' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Operations' })).toBeNull();
});

it('has the analytics and the number of refund requests in its menu', async () => {
  mockApi({
    ...always,
    'GET /api/session': () => json({ role: 'admin', capabilities: [] }),
    'GET /api/orders': () => paged([], 2),
  });
  await renderApp(<AdminHeader />, { path: '/app' });
  await click('Account');
  expect(await screen.findByRole('menuitem', { name: 'Orders: 2 refund requests' })).toBeTruthy();
  const analytics = screen.getByRole('menuitem', { name: 'Analytics' });
  expect(analytics.getAttribute('href')).toBe('/analytics');
});

describe('the change of the password', () => {
  it('names the length that this installation wants', async () => {
    const length = { 'GET /api/config': () => json({ ...config, passwordMinLength: 12 }) };
    const said = await changePassword(length, 'abcdefgh');
    expect(said).toBe('Password must be at least 12 characters');
  });

  it('shows an error if the server sends no error code', async () => {
    const broken = () => new Response('', { status: 502 });
    const said = await changePassword({ 'POST /api/admin/change-password': broken }, 'abcdef');
    expect(said).toBe('Failed to change password');
  });
});
