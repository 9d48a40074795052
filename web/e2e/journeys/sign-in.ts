import { enter, login, signInOnScreen, storedSession } from '../pages/login.ts';
import { registry } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, inBothLanguages, journey, test } from '../support/fixtures.ts';
import { settings } from '../support/settings.ts';

journey('sign-in: empty fields', {}, async ({ visitor, page, t }) => {
  const form = login(visitor);
  await page.goto('/admin');
  await form.submit.click();
  await toastSays(page, t('admin:login.missing'));
  await becomes(
    () => form.username.evaluate((box) => box === document.activeElement),
    true,
    'focus',
  );
  await form.username.fill('a-name');
  await form.submit.click();
  await becomes(
    () => form.password.evaluate((box) => box === document.activeElement),
    true,
    'focus',
  );
});

journey('sign-in: wrong password', { language: 'kn' }, async ({ visitor, page, t, watch }) => {
  watch.allow(401, '/api/admin/login');
  const form = login(visitor);
  await page.goto('/admin-login');
  // A name of its own, so that the delay after many tries never meets the real administrator.
  await form.username.fill(`unknown-${Date.now()}`);
  await form.password.fill('not the password');
  await form.submit.click();
  await toastSays(page, t('admin:login.failed'), t('errors:INVALID_CREDENTIALS'));
  await gone(form.success);
  expect(await storedSession(visitor), 'what is stored').toEqual({ token: false, isAdmin: null });
});

test('sign-in: the words of the specification', async ({ visitor, page, watch }) => {
  watch.allow(401, '/api/admin/login');
  const form = login(visitor);
  await page.goto('/admin-login');
  await form.submit.click();
  await toastSays(page, 'Please fill in all fields');
  await form.username.fill(`unknown-${Date.now()}`);
  await form.password.fill('not the password');
  await form.password.press('Enter');
  await toastSays(page, 'Login Failed', 'Invalid username or password');
  await form.username.fill(settings.username);
  await form.password.fill(settings.password);
  await form.password.press('Enter');
  await shown(page.getByText('Login Successful!'));
});

inBothLanguages('sign-in: success, and on to the registry', {}, async ({ visitor, page, t }) => {
  await signInOnScreen(visitor);
  expect(await storedSession(visitor), 'what is stored').toEqual({ token: true, isAdmin: 'true' });
  const open = login(visitor).open;
  await becomes(() => open.evaluate((link) => link === document.activeElement), true, 'focus');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app');
  await shown(
    registry(visitor).panel,
    page.getByRole('banner').getByText(t('common:header.badge'), { exact: true }),
  );
});

journey('sign-in: the password can be shown', {}, async ({ visitor, page, t }) => {
  const { password } = login(visitor);
  await page.goto('/admin-login');
  await password.fill('secret words');
  expect(await password.getAttribute('type'), 'type of the field').toEqual('password');
  await page.getByRole('button', { name: t('common:field.showPassword') }).click();
  expect(await password.getAttribute('type'), 'type of the field').toEqual('text');
  expect(await password.inputValue(), 'what was typed').toEqual('secret words');
  await page.getByRole('button', { name: t('common:field.hidePassword') }).click();
  expect(await password.getAttribute('type'), 'type of the field').toEqual('password');
});

journey('sign-in: the way back to the homepage', { language: 'kn' }, async ({ page, t }) => {
  await page.goto('/admin');
  await page.getByRole('link', { name: t('admin:login.home') }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

journey(
  'logout: clears the session and goes to the landing page',
  {},
  async ({ visitor, page, t }) => {
    await enter(visitor);
    await page.getByRole('button', { name: t('common:header.logout') }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await storedSession(visitor), 'what is stored').toEqual({ token: false, isAdmin: null });
    await page.goto('/app');
    await shown(page.getByRole('main').getByText(t('gate:title')));
  },
);
