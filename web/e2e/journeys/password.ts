import { openPasswordDialog } from '../pages/account-menu.ts';
import { enter, signInOnScreen } from '../pages/login.ts';
import { toastSays } from '../pages/toast.ts';
import { Api, signIn } from '../support/api.ts';
import { gone } from '../support/expect.ts';
import { journey, type Visitor } from '../support/fixtures.ts';
import { settings } from '../support/settings.ts';

const open = async (visitor: Visitor) => {
  const { t } = visitor;
  const dialog = await openPasswordDialog(visitor);
  const box = (name: 'current' | 'new' | 'confirm') =>
    dialog.getByLabel(t(`admin:password.${name}`), { exact: true });
  const submit = dialog.getByRole('button', { name: t('admin:password.submit') });
  return { dialog, current: box('current'), next: box('new'), confirm: box('confirm'), submit };
};

journey(
  'password: errors in the order of the specification',
  { as: 'admin', language: 'kn' },
  async ({ visitor, page, t }) => {
    await page.goto('/app');
    const { dialog, current, next, confirm, submit } = await open(visitor);
    await submit.click();
    await toastSays(page, t('admin:password.missing'));
    await current.fill('something');
    await next.fill('short');
    await submit.click();
    await toastSays(page, t('admin:password.missing'));
    await confirm.fill('other');
    await submit.click();
    await toastSays(page, t('admin:password.mismatch'));
    await confirm.fill('short');
    await submit.click();
    await toastSays(page, t('errors:PASSWORD_TOO_SHORT', { min: 6 }));
    await page.keyboard.press('Escape');
    await gone(dialog);
  },
);

journey(
  'password: the words of the specification',
  { as: 'admin' },
  async ({ visitor, page, watch }) => {
    watch.allow(400, '/api/admin/change-password');
    await page.goto('/app');
    const { current, next, confirm, submit } = await open(visitor);
    await submit.click();
    await toastSays(page, 'Please fill in all password fields');
    await current.fill('this is not it');
    await next.fill('a new password');
    await confirm.fill('another password');
    await submit.click();
    await toastSays(page, 'New passwords do not match');
    await next.fill('short');
    await confirm.fill('short');
    await submit.click();
    await toastSays(page, 'Password must be at least 6 characters');
    await next.fill('a new password');
    await confirm.fill('a new password');
    await submit.click();
    await toastSays(page, 'The current password is wrong');
  },
);

// Ends every session of the administrator, the shared one too.
journey(
  'password: changed, signed in with it, and changed back',
  { tag: '@serial' },
  async ({ visitor, page, session }) => {
    const changed = `${settings.password}-changed`;
    await enter(visitor);
    const { current, next, confirm, submit } = await open(visitor);
    await current.fill(settings.password);
    await next.fill(changed);
    await confirm.fill(changed);
    await submit.click();
    try {
      await toastSays(page, 'Password changed successfully!');
      await page.waitForURL('**/admin-login');
      await signInOnScreen(visitor, changed);
    } finally {
      const { token } = await signIn(changed);
      const body = { currentPassword: changed, newPassword: settings.password };
      await new Api(token).call('POST', '/api/admin/change-password', body);
      await session.renew();
    }
  },
);
