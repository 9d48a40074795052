import { becomes, gone, same, shown } from '../harness/checks.ts';
import { inBothLanguages, test } from '../harness/collection.ts';
import { settings } from '../harness/settings.ts';
import { enter, login, signInOnScreen, storedSession } from '../pages/login.ts';
import { registry } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';

inBothLanguages('sign-in: empty fields', {}, async (stage) => {
  const { page, t } = stage;
  const form = login(stage);
  await page.goto('/admin');
  await form.submit.click();
  await toastSays(page, t('admin:login.missing'));
  await becomes(
    () => form.username.evaluate((box) => box === document.activeElement),
    true,
    'focus',
  );
  await form.username.fill('somebody');
  await form.submit.click();
  await becomes(
    () => form.password.evaluate((box) => box === document.activeElement),
    true,
    'focus',
  );
});

inBothLanguages('sign-in: wrong password', {}, async (stage) => {
  const { page, t, watch } = stage;
  watch.allow(401, '/api/admin/login');
  const form = login(stage);
  await page.goto('/admin-login');
  // A name of its own, so that the delay after many tries never meets the real administrator.
  await form.username.fill(`nobody-${Date.now()}`);
  await form.password.fill('not the password');
  await form.submit.click();
  await toastSays(page, t('admin:login.failed'), t('admin:error.INVALID_CREDENTIALS'));
  await gone(form.success);
  same(await storedSession(stage), { token: false, isAdmin: null }, 'what is stored');
});

test('sign-in: the words of the specification', {}, async (stage) => {
  const { page, watch } = stage;
  watch.allow(401, '/api/admin/login');
  const form = login(stage);
  await page.goto('/admin-login');
  await form.submit.click();
  await toastSays(page, 'Please fill in all fields');
  await form.username.fill(`nobody-${Date.now()}`);
  await form.password.fill('not the password');
  await form.password.press('Enter');
  await toastSays(page, 'Login Failed', 'Invalid username or password');
  await form.username.fill(settings.username);
  await form.password.fill(settings.password);
  await form.password.press('Enter');
  await shown(page.getByText('Login Successful!'));
});

inBothLanguages('sign-in: success, and on to the registry', {}, async (stage) => {
  const { page, t } = stage;
  await signInOnScreen(stage);
  same(await storedSession(stage), { token: true, isAdmin: 'true' }, 'what is stored');
  const open = login(stage).open;
  await becomes(() => open.evaluate((link) => link === document.activeElement), true, 'focus');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app');
  await shown(
    registry(stage).panel,
    page.getByRole('banner').getByText(t('common:header.badge'), { exact: true }),
  );
});

inBothLanguages('sign-in: the password can be shown', {}, async (stage) => {
  const { page, t } = stage;
  const { password } = login(stage);
  await page.goto('/admin-login');
  await password.fill('secret words');
  same(await password.getAttribute('type'), 'password', 'type of the field');
  await page.getByRole('button', { name: t('common:field.showPassword') }).click();
  same(await password.getAttribute('type'), 'text', 'type of the field');
  same(await password.inputValue(), 'secret words', 'what was typed');
  await page.getByRole('button', { name: t('common:field.hidePassword') }).click();
  same(await password.getAttribute('type'), 'password', 'type of the field');
});

inBothLanguages('sign-in: the way back to the homepage', {}, async ({ page, t }) => {
  await page.goto('/admin');
  await page.getByRole('link', { name: t('admin:login.home') }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

inBothLanguages('logout: clears the session and goes to the landing page', {}, async (stage) => {
  const { page, t } = stage;
  await enter(stage);
  await page.getByRole('button', { name: t('common:header.logout') }).click();
  await page.waitForURL((url) => url.pathname === '/');
  same(await storedSession(stage), { token: false, isAdmin: null }, 'what is stored');
  await page.goto('/app');
  await shown(page.getByRole('main').getByText(t('gate:title')));
});
