import { openPasswordDialog } from '../pages/account-menu.ts';
import { signInOnScreen } from '../pages/login.ts';
import { toastSays } from '../pages/toast.ts';
import { shown } from '../support/expect.ts';
import { journey } from '../support/fixtures.ts';
import { moveTo } from '../support/move-to.ts';
import { joinTeam, PASSWORD } from '../support/people.ts';

journey(
  'password: refused in the order of the specification, then changed',
  {},
  async ({ visitor, page, t, watch, api }) => {
    watch.allow(400, '/api/admin/change-password');
    const name = await joinTeam(api, 'practitioner');
    await signInOnScreen(visitor, name, PASSWORD);
    await moveTo(page, '/app');
    const dialog = await openPasswordDialog(visitor);
    const box = (field: 'current' | 'new' | 'confirm') =>
      dialog.getByLabel(t(`admin:password.${field}`), { exact: true });
    const submit = async (values: Partial<Record<'current' | 'new' | 'confirm', string>>) => {
      for (const [field, value] of Object.entries(values))
        await box(field as keyof typeof values).fill(value);
      await dialog.getByRole('button', { name: t('admin:password.submit') }).click();
    };
    await submit({});
    await toastSays(page, t('admin:password.missing'));
    await submit({ current: 'this is not it', new: 'short', confirm: 'other' });
    await toastSays(page, t('admin:password.mismatch'));
    await submit({ confirm: 'short' });
    await toastSays(page, t('errors:PASSWORD_TOO_SHORT', { min: 6 }));
    const changed = `${PASSWORD}-changed`;
    await submit({ new: changed, confirm: changed });
    await toastSays(page, t('errors:WRONG_PASSWORD'));
    await submit({ current: PASSWORD });
    await toastSays(page, t('admin:password.changed'));
    await page.waitForURL('**/admin-login');
    await signInOnScreen(visitor, name, changed);
    await moveTo(page, '/app');
    await shown(page.getByRole('searchbox'));
  },
);
