import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockApi, json, problemReply } from '@/testing/mock-api';
import { renderApp, user } from '@/testing/render';
import AdminLoginPage from './admin-login-page';

const toasts = () => screen.findByRole('region', { name: /Notifications|ಅಧಿಸೂಚನೆಗಳು/ });
const fillIn = async (username: string, password: string) => {
  if (username) await user.type(screen.getByLabelText('Username'), username);
  if (password) await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
};

beforeEach(() => localStorage.clear());

describe('the administrator’s sign-in', () => {
  it('wants both fields, and focuses the first empty one', async () => {
    const requests = mockApi({});
    await renderApp(<AdminLoginPage />);
    await fillIn('admin', '');
    expect(await within(await toasts()).findByText('Please fill in all fields')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBeNull();
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('says that it failed', async () => {
    mockApi({ 'POST /api/admin/login': () => problemReply(401, 'INVALID_CREDENTIALS') });
    await renderApp(<AdminLoginPage />);
    await fillIn('admin', 'wrong');
    const region = within(await toasts());
    expect(await region.findByText('Login Failed')).toBeTruthy();
    expect(region.getByText('Invalid username or password')).toBeTruthy();
    expect(localStorage.getItem('adminToken')).toBeNull();
  });

  it('says how long to wait, and waits', async () => {
    mockApi({
      'POST /api/admin/login': () => problemReply(429, 'TOO_MANY_TRIES', { retryAfter: 40 }),
    });
    await renderApp(<AdminLoginPage />);
    await fillIn('admin', 'wrong');
    // In the toast, and in the form with its countdown.
    const words = /^Too many attempts. Try again in \d+ seconds.$/;
    await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' }).disabled).toBe(true);
  });

  it('keeps the token and shows the way into the database', async () => {
    const requests = mockApi({
      'POST /api/admin/login': () => json({ token: 'secret', expiresAt: '2026-01-01T00:00:00Z' }),
    });
    await renderApp(<AdminLoginPage />);
    await fillIn('admin', 'right');
    expect(await screen.findByText('Login Successful!')).toBeTruthy();
    expect(localStorage.getItem('adminToken')).toBe('secret');
    expect(localStorage.getItem('isAdmin')).toBe('true');
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      username: 'admin',
      password: 'right',
    });
    const way = screen.getByRole('link', { name: 'Go to the medical database' });
    expect(way.getAttribute('href')).toBe('/app');
    expect(document.activeElement).toBe(way);
  });

  it('shows and hides the password', async () => {
    mockApi({});
    await renderApp(<AdminLoginPage />);
    const box = screen.getByLabelText<HTMLInputElement>('Password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(box.type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(box.type).toBe('password');
  });

  it('leads back to the homepage', async () => {
    mockApi({});
    await renderApp(<AdminLoginPage />, { path: '/admin-login' });
    await user.click(screen.getByRole('link', { name: 'Back to homepage' }));
    expect(screen.getByTestId('place').textContent).toBe('/');
  });

  it('speaks Kannada', async () => {
    mockApi({ 'POST /api/admin/login': () => problemReply(401, 'INVALID_CREDENTIALS') });
    await renderApp(<AdminLoginPage />, { language: 'kn' });
    await user.click(screen.getByRole('button', { name: 'ಲಾಗಿನ್ ಆಗಿ' }));
    expect(await within(await toasts()).findByText('ದಯವಿಟ್ಟು ಎಲ್ಲ ವಿವರಗಳನ್ನೂ ಭರ್ತಿ ಮಾಡಿ')).toBeTruthy();
  });
});
