import { openMenu } from '../pages/account-menu.ts';
import { buyHour } from '../pages/checkout.ts';
import { login, storedSession } from '../pages/login.ts';
import { registry } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey, type Visitor } from '../support/fixtures.ts';
import { uniqueName } from '../support/test-data.ts';

const password = 'marigold-heron-58';

/** Invites a person on the screen; returns the link. */
const invite = async ({ page, t }: Visitor, name: string, role: string): Promise<string> => {
  await page.goto('/admin-people');
  const form = page.getByRole('form', { name: t('people:invite.title') });
  await form.getByRole('textbox', { name: t('people:invite.username') }).fill(name);
  await form.getByRole('combobox', { name: t('people:invite.role') }).selectOption(role);
  await form.getByRole('button', { name: t('people:invite.action') }).click();
  const dialog = page.getByRole('dialog', { name: t('people:link.title', { name }) });
  const link = await dialog.getByRole('textbox', { name: t('people:link.label') }).inputValue();
  await page.keyboard.press('Escape');
  await gone(dialog);
  return link;
};

const setPassword = async ({ page, t }: Visitor, link: string): Promise<void> => {
  await page.goto(link);
  await page.getByLabel(t('invite:password'), { exact: true }).fill(password);
  await page.getByLabel(t('invite:confirm'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('invite:save') }).click();
  await page.getByRole('link', { name: t('invite:logIn') }).click();
  await page.waitForURL('**/admin-login');
};

const openDevices = async ({ page, t }: Visitor): Promise<void> => {
  await page.goto('/app');
  await openMenu({ page, t });
  await page.getByRole('menuitem', { name: t('common:header.sessions') }).click();
  await page.waitForURL('**/admin-sessions');
};

const signInAs = async (visitor: Visitor, name: string): Promise<void> => {
  const form = login(visitor);
  await form.username.fill(name);
  await form.password.fill(password);
  await form.submit.click();
  await shown(form.success);
};

journey(
  'people: an editor is invited, works, and is disabled',
  { as: 'admin', language: 'kn' },
  async ({ visitor, page, t, openVisitor, api }) => {
    const { disease } = await api.treated();
    const name = uniqueName();
    const link = await invite(visitor, name, 'editor');
    const guest = await openVisitor();
    await setPassword(guest, link);
    await signInAs(guest, name);
    expect(await storedSession(guest), 'not an administrator').toEqual({
      token: true,
      isAdmin: 'false',
    });

    await guest.page.goto(`/app?disease=${disease.id}`);
    await shown(
      registry(guest).panel,
      guest.page.getByRole('banner').getByText(t('common:header.badgeOf.editor'), { exact: true }),
      guest.page.getByRole('button', { name: t('common:header.newEntry') }),
    );
    const entries = await openMenu(guest);
    await gone(entries.filter({ hasText: t('common:header.operations') }));
    await shown(entries.filter({ hasText: t('common:header.trash') }));
    await guest.page.goto('/admin-operations');
    await shown(guest.page.getByText(t('gate:adminOnly')));

    guest.watch.allow(404, '/api/people/link/open');
    await guest.page.goto(link);
    await guest.page.reload();
    await shown(guest.page.getByText(t('invite:ended')));

    const row = page.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('button', { name: t('people:actions', { name }) }).click();
    await page.getByRole('menuitem', { name: t('people:disable.action') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('people:disable.action') })
      .click();
    await toastSays(page, t('people:disable.done', { name }));
    guest.watch.allow(401, '/api/');
    await guest.page.goto('/app');
    await shown(guest.page.getByText(t('gate:title')));
  },
);

journey(
  'people: the last owner stays, and a role changes by keyboard',
  { as: 'admin' },
  async ({ visitor, page, t, watch }) => {
    const name = uniqueName();
    await invite(visitor, name, 'practitioner');
    const role = page.getByRole('combobox', { name: t('people:roleOf', { name }) });
    await role.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await shown(question);
    await question.getByRole('button', { name: t('people:roleConfirm') }).press('Enter');
    await toastSays(page, t('people:roleChanged'));
    await becomes(() => role.inputValue(), 'editor', 'the role');
    await expect(role).toBeFocused();
    const row = page.getByRole('listitem').filter({ hasText: name });
    await shown(row.getByText(t('people:noLink')));

    watch.allow(409, '/api/people');
    const own = page.getByRole('listitem').filter({ hasText: `(${t('people:you')})` });
    await own.getByRole('combobox').selectOption('admin');
    await own.getByRole('button', { name: t('people:roleConfirm') }).click();
    await question.getByRole('button', { name: t('people:roleConfirm') }).click();
    await toastSays(page, t('errors:LAST_OWNER'));
    await becomes(() => own.getByRole('combobox').inputValue(), 'owner', 'the own role');
  },
);

journey(
  'sessions: a practitioner ends one from another device, then all',
  { language: 'kn' },
  async ({ visitor, page, t, openVisitor, api }) => {
    const username = uniqueName();
    const body = { username, role: 'practitioner' };
    const { token } = await api.call<{ token: string }>('POST', '/api/people', body);
    await api.call('POST', '/api/people/link/password', { token, password });
    const other = await openVisitor();
    for (const one of [other, visitor]) {
      await one.page.goto('/admin-login');
      await signInAs(one, username);
    }
    await openDevices(visitor);
    const rows = page.getByRole('main').locator('li', { has: page.getByRole('button') });
    await becomes(() => rows.count(), 2, 'devices');
    await rows
      .filter({ hasNotText: t('sessions:current') })
      .getByRole('button')
      .click();
    await toastSays(page, t('sessions:ended'));
    await becomes(() => rows.count(), 1, 'devices');
    other.watch.allow(401, '/api/');
    await other.page.goto('/app');
    await shown(other.page.getByText(t('gate:title')));

    await page.getByRole('button', { name: t('sessions:endAll') }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: t('sessions:endAll') }).click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await storedSession(visitor), 'logged out').toEqual({ token: false, isAdmin: null });
  },
);

journey(
  'access: the browser of a pass logs out, and the receipt brings it back',
  {},
  async ({ visitor, page, t }) => {
    const { code, email } = await buyHour(visitor);
    await page.goto('/access');
    const main = page.getByRole('main');
    await main.getByRole('button', { name: t('access:leave.action') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('access:leave.action') })
      .click();
    await shown(page.getByText(t('access:now.none')));
    await page.goto('/app');
    await shown(page.getByText(t('gate:title')));
    await page.goto('/access');
    await page.getByRole('textbox', { name: t('access:restore.code') }).fill(code);
    await page.getByRole('textbox', { name: t('access:restore.email') }).fill(email);
    await page.getByRole('button', { name: t('access:restore.submit') }).click();
    await shown(main.getByRole('timer'));
  },
);
