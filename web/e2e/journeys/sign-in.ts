import { giveName, login, storedSession } from '../pages/login.ts';
import { toastSays } from '../pages/toast.ts';
import { gone, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';
import { moveTo } from '../support/move-to.ts';
import { settings } from '../support/settings.ts';

journey(
  'sign-in: wrong and right, by keyboard to the registry, and out again',
  {},
  async ({ visitor, page, t, watch }) => {
    watch.allow(401, '/api/admin/login');
    const form = login(visitor);
    await page.goto('/admin');
    await shown(form.submit);
    // A name of its own, so that the delay after many tries never meets the real administrator.
    await giveName(visitor, `unknown-${Date.now()}`, 'not the password');
    await toastSays(page, t('admin:login.failed'), t('errors:INVALID_CREDENTIALS'));
    await gone(form.success);
    expect(await storedSession(visitor), 'what is stored').toEqual({ token: false, isAdmin: null });

    await form.username.fill(settings.username);
    await form.password.fill(settings.password);
    await form.password.press('Enter');
    await shown(form.success);
    const stored = { token: true, isAdmin: 'true' };
    expect(await storedSession(visitor), 'what is stored').toEqual(stored);
    await expect(form.open).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app');
    const header = page.getByRole('banner');
    await shown(
      header.getByText(t('common:header.badge'), { exact: true }),
      page.getByRole('searchbox'),
    );
    // What the page that is left still asks for may be refused.
    for (const path of ['/api/', '/uploads/']) watch.allow(401, path);
    await header.getByRole('button', { name: t('common:header.logout') }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await storedSession(visitor), 'what is stored').toEqual({ token: false, isAdmin: null });
    await moveTo(page, '/app');
    await shown(page.getByRole('main').getByText(t('gate:title')));
  },
);
