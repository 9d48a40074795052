import { becomes, gone, holds, same, shown } from '../harness/checks.ts';
import { test } from '../harness/collection.ts';
import { login } from '../pages/login.ts';
import { toastSays, toasts } from '../pages/toast.ts';

test('toasts: one at a time, for five seconds', {}, async (stage) => {
  const { page, t, watch } = stage;
  watch.allow(401, '/api/admin/login');
  const form = login(stage);
  await page.goto('/admin-login');
  await form.submit.click();
  await toastSays(page, t('admin:login.missing'));
  await form.username.fill(`nobody-${Date.now()}`);
  await form.password.fill('wrong');

  // Counts what can be seen in every frame until the second one has come.
  await page.evaluate(() => {
    const seen = { most: 0 };
    Object.assign(window, { toastsSeen: seen });
    const count = () => {
      const visible = [...document.querySelectorAll('[data-toast]')].filter(
        (toast) => Number(getComputedStyle(toast).opacity) > 0,
      );
      seen.most = Math.max(seen.most, visible.length);
      requestAnimationFrame(count);
    };
    count();
  });
  await form.submit.click();
  await toastSays(page, t('admin:login.failed'));
  const came = Date.now();
  await gone(toasts(page).filter({ hasText: t('admin:login.missing') }));
  const most = await page.evaluate(
    () => (Reflect.get(window, 'toastsSeen') as { most: number }).most,
  );
  same(most, 1, 'toasts seen at the same time');
  // A toast waits while the pointer rests on it.
  await page.mouse.move(5, 5);
  await becomes(() => toasts(page).count(), 0, 'toasts left', 9_000);
  const stayed = Date.now() - came;
  holds(stayed > 4_000 && stayed < 8_000, `the toast stayed for ${stayed} ms`);
});

test('toasts: can be closed', {}, async (stage) => {
  const { page, t } = stage;
  const form = login(stage);
  await page.goto('/admin-login');
  await form.submit.click();
  const toast = await toastSays(page, t('admin:login.missing'));
  await toast.getByRole('button', { name: t('common:action.close') }).click();
  await becomes(() => toasts(page).count(), 0, 'toasts left', 2_000);
  await form.submit.click();
  await shown(toasts(page).filter({ hasText: t('admin:login.missing') }));
});
