import { beforeEach, describe, expect, it } from 'vitest';
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
    const offer = screen.getByRole('link', { name: 'Add a second step to your login' });
    expect(offer.getAttribute('href')).toBe('/admin-second-step');
  });

  it('sends a link to who forgot the password, where mail is sent', async () => {
    const requests = mockApi({
      'GET /api/config': () => json({ payments: { mode: 'test', mail: true } }),
      'POST /api/people/link/forgotten': () => json({}, { status: 202 }),
    });
    await renderApp(<AdminLoginPage />);
    await user.type(screen.getByLabelText('Username'), 'asha');
    await user.click(await screen.findByRole('button', { name: 'Forgot password?' }));
    const heading = await screen.findByRole('heading', { name: 'Forgot password' });
    expect(document.activeElement).toBe(heading);
    const box = screen.getByLabelText<HTMLInputElement>('Username or email address');
    expect(box.value).toBe('asha');
    await user.clear(box);
    await user.type(box, '{Enter}');
    expect(box.getAttribute('aria-invalid')).toBe('true');
    await user.type(box, ' asha@example.com {Enter}');
    await screen.findByText('Your request has arrived');
    expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { account: 'asha@example.com' },
    ]);
    await user.click(screen.getByRole('button', { name: 'Back to the login' }));
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('asha');
  });

  it('says who can make a link where no mail is sent', async () => {
    mockApi({ 'GET /api/config': () => json({ payments: { mode: 'test', mail: false } }) });
    await renderApp(<AdminLoginPage />);
    await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
    await screen.findByText(/Ask an owner of your team/);
    expect(screen.queryByRole('button', { name: 'Send the link' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Forgot password' }));
  });

  it('asks for the second step, and logs in with its code', async () => {
    const params = { challenge: 'asked', kinds: ['code'] };
    const requests = mockApi({
      'POST /api/admin/login': () => problemReply(401, 'SECOND_FACTOR_REQUIRED', params),
      'POST /api/admin/login/factor': ({ body }) =>
        JSON.stringify(body).includes('123456')
          ? json({ token: 'secret', expiresAt: '2026-01-01T00:00:00Z' })
          : problemReply(400, 'WRONG_FACTOR'),
    });
    await renderApp(<AdminLoginPage />);
    await fillIn('asha', 'right');
    const box = await screen.findByLabelText('Code');
    await user.type(box, '000000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(/not right/);
    await user.clear(box);
    await user.type(box, '123456{Enter}');
    expect(await screen.findByText('Login Successful!')).toBeTruthy();
    expect(localStorage.getItem('adminToken')).toBe('secret');
    expect(screen.queryByRole('link', { name: 'Add a second step to your login' })).toBeNull();
    expect(requests.at(-1)?.body).toEqual({ challenge: 'asked', proof: { code: '123456' } });
  });

  it('sets an authenticator app up where the role needs a second step', async () => {
    const setup = { secret: 'ABCDEFGH', uri: 'otpauth://totp/asha?secret=ABCDEFGH' };
    const params = { challenge: 'asked', kinds: [], setup };
    mockApi({
      'POST /api/admin/login': () => problemReply(401, 'SECOND_FACTOR_REQUIRED', params),
      'POST /api/admin/login/factor': () =>
        json({ token: 'secret', expiresAt: '2026-01-01T00:00:00Z', recoveryCodes: ['AAAA-BBBB'] }),
    });
    await renderApp(<AdminLoginPage />);
    await fillIn('asha', 'right');
    const heading = await screen.findByRole('heading', { name: 'Second step' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByLabelText<HTMLInputElement>('Key').value).toBe('ABCD EFGH');
    await user.click(screen.getByRole('button', { name: 'Back to the password' }));
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('asha');
    await fillIn('', 'right');
    await user.type(await screen.findByLabelText('Code from the app'), '123456{Enter}');
    expect(await screen.findByText('AAAA-BBBB')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'I have kept the codes' }));
    expect(await screen.findByText('Login Successful!')).toBeTruthy();
  });

  it('has a generated password replaced', async () => {
    const requests = mockApi({
      'POST /api/admin/login': ({ body }) =>
        JSON.stringify(body).includes('newPassword')
          ? json({ token: 'secret', expiresAt: '2026-01-01T00:00:00Z' })
          : problemReply(403, 'PASSWORD_CHANGE_REQUIRED'),
    });
    await renderApp(<AdminLoginPage />);
    await fillIn('admin', 'generated');
    await user.type(await screen.findByLabelText('New password'), 'marigold-heron-58');
    await user.type(screen.getByLabelText('New password once more'), 'marigold-heron-58{Enter}');
    expect(await screen.findByText('Login Successful!')).toBeTruthy();
    expect(requests.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
      username: 'admin',
      password: 'generated',
      newPassword: 'marigold-heron-58',
    });
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
