import { expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { bodies, button, click, field, fill, hrefOf, json, place, problemReply } from '@/testing';
import { renderPage, type Replies, see, user } from '@/testing';
import AdminLoginPage from './admin-login-page';

const LOGIN = 'POST /api/admin/login';
const granted = { token: 'secret', expiresAt: '2026-01-01T00:00:00Z' };

const open = async (replies: Replies = {}) => {
  return renderPage(replies, <AdminLoginPage />, { path: '/admin-login' });
};
const fillIn = async (username: string, password: string) => {
  if (username) await fill('Username', username);
  if (password) await fill('Password', password);
  await click('Log in');
};

it('the administrator’s sign-in wants both fields, and focuses the first empty one', async () => {
  const requests = await open();
  await fillIn('admin', '');
  await see('Please fill in all fields');
  const password = await field('Password');
  expect(document.activeElement).toBe(password);
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect((await field('Username')).getAttribute('aria-invalid')).toBeNull();
  expect(bodies(requests)).toEqual([]);
});

/** Replaces the texts as a browser does that translates the page. */
const translatePage = () => {
  for (const element of document.querySelectorAll('body *'))
    for (const text of [...element.childNodes])
      if (text instanceof Text)
        text.replaceWith(Object.assign(document.createElement('font'), { textContent: text.data }));
};

it('the administrator’s sign-in works on a page that the browser has translated', async () => {
  await open({ [LOGIN]: () => problemReply(401, 'INVALID_CREDENTIALS') });
  await fillIn('admin', '');
  await see('Please fill in all fields');
  translatePage();
  await fillIn('admin', 'wrong');
  await see('Login Failed');
});

it('the administrator’s sign-in says how long to wait, and waits', async () => {
  await open({ [LOGIN]: () => problemReply(429, 'TOO_MANY_TRIES', { retryAfter: 40 }) });
  await fillIn('admin', 'wrong');
  await see(/^Too many attempts. Try again in \d+ seconds.$/);
  expect((await button('Log in')).disabled).toBe(true);
});

it('the administrator’s sign-in sends a link to who forgot the password, where mail is sent', async () => {
  const requests = await open({
    'GET /api/config': () => json({ payments: { mode: 'test', mail: true } }),
    'POST /api/people/link/forgotten': () => json({}, { status: 202 }),
  });
  await fill('Username', 'asha');
  await click('Forgot password?');
  const box = await field('Username or email address');
  expect(box.value).toBe('asha');
  await user.clear(box);
  await user.type(box, '{Enter}');
  expect(box.getAttribute('aria-invalid')).toBe('true');
  await user.type(box, ' asha@example.com {Enter}');
  await see('Your request has arrived');
  expect(bodies(requests)).toEqual([{ account: 'asha@example.com' }]);
  await click('Back to the login');
  expect((await field('Username')).value).toBe('asha');
});

it('the administrator’s sign-in says who can make a link where no mail is sent', async () => {
  await open({ 'GET /api/config': () => json({ payments: { mode: 'test', mail: false } }) });
  await click('Forgot password?');
  await see(/Ask an owner of your team/);
  expect(screen.queryByRole('button', { name: 'Send the link' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Forgot password' }));
});

it('the administrator’s sign-in asks for the second step, and logs in with its code', async () => {
  const params = { challenge: 'asked', kinds: ['code'] };
  const requests = await open({
    [LOGIN]: () => problemReply(401, 'SECOND_FACTOR_REQUIRED', params),
    'POST /api/admin/login/factor': ({ body }) =>
      JSON.stringify(body).includes('123456') ? json(granted) : problemReply(400, 'WRONG_FACTOR'),
  });
  await fillIn('asha', 'right');
  const box = await screen.findByLabelText('Code');
  await user.type(box, '000000{Enter}');
  expect((await screen.findByRole('alert')).textContent).toMatch(/not right/);
  await user.clear(box);
  await user.type(box, '123456{Enter}');
  await see('Login Successful!');
  expect(localStorage.getItem('adminToken')).toBe('secret');
  expect(screen.queryByRole('link', { name: 'Add a second step to your login' })).toBeNull();
  expect(requests.at(-1)?.body).toEqual({ challenge: 'asked', proof: { code: '123456' } });
});

it('the administrator’s sign-in sets an authenticator app up where the role needs a second step', async () => {
  const setup = { secret: 'ABCDEFGH', uri: 'otpauth://totp/asha?secret=ABCDEFGH' };
  const params = { challenge: 'asked', kinds: [], setup };
  await open({
    [LOGIN]: () => problemReply(401, 'SECOND_FACTOR_REQUIRED', params),
    'POST /api/admin/login/factor': () => json({ ...granted, recoveryCodes: ['AAAA-BBBB'] }),
  });
  await fillIn('asha', 'right');
  const heading = await screen.findByRole('heading', { name: 'Second step' });
  expect(document.activeElement).toBe(heading);
  expect((await field('Key')).value).toBe('ABCD EFGH');
  await click('Back to the password');
  expect((await field('Username')).value).toBe('asha');
  await fillIn('', 'right');
  await user.type(await screen.findByLabelText('Code from the app'), '123456{Enter}');
  await see('AAAA-BBBB');
  await click('I have kept the codes');
  await see('Login Successful!');
});

it('the administrator’s sign-in has a generated password replaced', async () => {
  const requests = await open({
    [LOGIN]: ({ body }) =>
      JSON.stringify(body).includes('newPassword')
        ? json(granted)
        : problemReply(403, 'PASSWORD_CHANGE_REQUIRED'),
  });
  await fillIn('admin', 'generated');
  await fill('New password', 'marigold-heron-58');
  await fill('New password once more', 'marigold-heron-58');
  await user.type(screen.getByLabelText('New password once more'), '{Enter}');
  await see('Login Successful!');
  const given = { username: 'admin', password: 'generated', newPassword: 'marigold-heron-58' };
  expect(bodies(requests).at(-1)).toEqual(given);
  expect(await hrefOf('Add a second step to your login')).toBe('/admin-second-step');
});

it('the administrator’s sign-in shows and hides the password, and leads back to the homepage', async () => {
  await open();
  const box = await field('Password');
  await click('Show password');
  expect(box.type).toBe('text');
  await click('Hide password');
  expect(box.type).toBe('password');
  await click('Back to homepage', 'link');
  expect(place()).toBe('/');
});
