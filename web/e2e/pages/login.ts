import { shown } from '../support/expect.ts';
import type { Visitor } from '../support/fixtures.ts';
import { settings } from '../support/settings.ts';
import { registry } from './registry.ts';

/** The parts of the sign-in screen. */
export const login = ({ page, t }: Pick<Visitor, 'page' | 't'>) => ({
  username: page.getByRole('textbox', { name: t('admin:login.username') }),
  password: page.locator('input[name=password]'),
  submit: page.getByRole('button', { name: t('admin:login.submit'), exact: true }),
  success: page.getByText(t('admin:login.success')),
  open: page.getByRole('link', { name: t('admin:login.open') }),
});

/** Fills in the sign-in screen and sends it. */
export const giveName = async (
  visitor: Visitor,
  username = settings.username,
  password = settings.password,
): Promise<void> => {
  const form = login(visitor);
  await visitor.page.goto('/admin-login');
  await form.username.fill(username);
  await form.password.fill(password);
  await form.submit.click();
};

/** Signs in on the screen; the session is this visitor's own and may be ended. */
export const signInOnScreen = async (
  visitor: Visitor,
  ...person: [username?: string, password?: string]
): Promise<void> => {
  await giveName(visitor, ...person);
  await shown(login(visitor).success);
};

/** Signs in on the screen and opens the registry, as the specification describes. */
export const enter = async (visitor: Visitor): Promise<void> => {
  await signInOnScreen(visitor);
  await login(visitor).open.click();
  await visitor.page.waitForURL('**/app');
  await shown(registry(visitor).rows);
  // Everything has arrived before a test spoils or ends the session.
  await visitor.watch.settled();
};

export const storedSession = ({ page }: Pick<Visitor, 'page'>) =>
  page.evaluate(() => ({
    token: localStorage.getItem('adminToken') !== null,
    isAdmin: localStorage.getItem('isAdmin'),
  }));
