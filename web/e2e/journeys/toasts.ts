import { login } from '../pages/login.ts';
import { toastSays, toasts } from '../pages/toast.ts';
import { becomes, gone } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

/** Runs in the page: counts the visible toasts in every frame. */
const countToasts = (): void => {
  const visibleToasts = { max: 0 };
  Object.assign(window, { visibleToasts });
  const count = () => {
    const visible = [...document.querySelectorAll('[data-toast]')].filter(
      (toast) => Number(getComputedStyle(toast).opacity) > 0,
    );
    visibleToasts.max = Math.max(visibleToasts.max, visible.length);
    requestAnimationFrame(count);
  };
  count();
};

journey(
  'toasts: one at a time, closed by hand or after five seconds',
  {},
  async ({ visitor, page, t, watch }) => {
    watch.allow(401, '/api/admin/login');
    const form = login(visitor);
    await page.goto('/admin-login');
    await form.submit.click();
    const missing = await toastSays(page, t('admin:login.missing'));
    await missing.getByRole('button', { name: t('common:action.close') }).click();
    await becomes(() => toasts(page).count(), 0, 'toasts left', 4_000);
    await form.submit.click();
    await toastSays(page, t('admin:login.missing'));

    await page.evaluate(countToasts);
    await form.username.fill(`unknown-${Date.now()}`);
    await form.password.fill('wrong');
    const clickedAt = Date.now();
    await form.password.press('Enter');
    await toastSays(page, t('admin:login.failed'));
    await gone(missing);
    const max = await page.evaluate(
      () => (Reflect.get(window, 'visibleToasts') as { max: number }).max,
    );
    expect(max, 'toasts visible at the same time').toEqual(1);
    // A toast waits while the pointer rests on it.
    await page.mouse.move(5, 5);
    await becomes(() => toasts(page).count(), 0, 'toasts left', 12_000);
    const stayed = Date.now() - clickedAt;
    expect(stayed > 5_000 && stayed < 12_000, `the toast stayed for ${stayed} ms`).toBe(true);
  },
);
