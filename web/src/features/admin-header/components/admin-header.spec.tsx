import { beforeEach, describe, expect, it } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { mockApi, json } from '@/testing/mock-api';
import { renderApp, user } from '@/testing/render';
import { AdminHeader } from './admin-header';

const config = {
  productName: { en: 'Color Therapy', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' },
  passwordMinLength: 6,
};
const always = { 'GET /api/config': () => json(config) };

const openPassword = async () => {
  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change password' }));
  return within(await screen.findByRole('dialog', { name: 'Change password' }));
};

type Dialog = Awaited<ReturnType<typeof openPassword>>;

const fillIn = async (dialog: Dialog, current: string, next: string, confirm: string) => {
  const texts = {
    'Current password': current,
    'New password': next,
    'Confirm new password': confirm,
  };
  for (const [label, value] of Object.entries(texts))
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  await user.click(dialog.getByText('Change password', { selector: 'button' }));
};

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('adminToken', 'secret');
  localStorage.setItem('isAdmin', 'true');
});

describe('the administrator’s header', () => {
  it('has the analytics in its menu', async () => {
    mockApi(always);
    await renderApp(<AdminHeader />);
    await user.click(screen.getByRole('button', { name: 'Account' }));
    const analytics = await screen.findByRole('menuitem', { name: 'Analytics' });
    expect(analytics.getAttribute('href')).toBe('/analytics');
  });

  it('signs out: on the server, in the browser, and back to the landing page', async () => {
    const requests = mockApi({
      ...always,
      'POST /api/admin/logout': () => new Response(null, { status: 204 }),
    });
    sessionStorage.setItem('draft:note', '{}');
    await renderApp(<AdminHeader />, { path: '/app' });
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/'));
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
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(localStorage.getItem('adminToken')).toBeNull());
  });
});

it('offers an editor what editors may do', async () => {
  localStorage.setItem('isAdmin', 'false');
  const capabilities = ['read', 'tools', 'analytics', 'edit'];
  mockApi({ ...always, 'GET /api/session': () => json({ role: 'editor', capabilities }) });
  await renderApp(<AdminHeader onNewEntry={() => undefined} />, { path: '/app' });
  expect(await screen.findByText('Editor')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'New Entry' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Pricing' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Account' }));
  expect(await screen.findByRole('menuitem', { name: 'Trash' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Operations' })).toBeNull();
});

it('counts the refund requests in the menu', async () => {
  mockApi({
    ...always,
    'GET /api/session': () => json({ role: 'admin', capabilities: [] }),
    'GET /api/orders': () => json([], { headers: { 'X-Total-Count': '2' } }),
  });
  await renderApp(<AdminHeader />, { path: '/app' });
  await user.click(screen.getByRole('button', { name: 'Account' }));
  expect(await screen.findByRole('menuitem', { name: 'Orders: 2 refund requests' })).toBeTruthy();
});

describe('the change of the password', () => {
  it('names the length that this installation wants', async () => {
    mockApi({ 'GET /api/config': () => json({ ...config, passwordMinLength: 12 }) });
    await renderApp(<AdminHeader />);
    const dialog = await openPassword();
    await fillIn(dialog, 'old', 'abcdefgh', 'abcdefgh');
    expect(dialog.getByRole('alert').textContent).toBe('Password must be at least 12 characters');
  });

  it('shows an error if the server sends no error code', async () => {
    mockApi({
      ...always,
      'POST /api/admin/change-password': () => new Response('', { status: 502 }),
    });
    await renderApp(<AdminHeader />);
    const dialog = await openPassword();
    await fillIn(dialog, 'old', 'abcdef', 'abcdef');
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to change password');
  });
});
