import { sections } from '../pages/navigation.ts';
import { signInOnScreen, storedSession } from '../pages/login.ts';
import { registry } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey, type Visitor } from '../support/fixtures.ts';
import { mailTo } from '../support/mails.ts';
import { moveTo } from '../support/move-to.ts';
import { joinTeam, PASSWORD } from '../support/people.ts';
import { settings } from '../support/settings.ts';
import { uniqueName } from '../support/test-data.ts';

/** Invites an editor on the screen and sends the mail; returns the link. */
const invite = async ({ page, t }: Visitor, name: string, email: string): Promise<string> => {
  await page.goto('/admin-people');
  const form = page.getByRole('form', { name: t('people:invite.title') });
  await form.getByRole('textbox', { name: t('people:invite.username') }).fill(name);
  await form.getByRole('textbox', { name: t('people:invite.email') }).fill(email);
  await form.getByRole('combobox', { name: t('people:invite.role') }).selectOption('editor');
  await form.getByRole('button', { name: t('people:invite.action') }).click();
  const dialog = page.getByRole('dialog', { name: t('people:link.title', { name }) });
  const link = await dialog.getByRole('textbox', { name: t('people:link.label') }).inputValue();
  await dialog.getByRole('button', { name: t('people:link.send') }).click();
  await shown(page.getByText(t('people:link.sent')));
  await page.keyboard.press('Escape');
  await gone(dialog);
  return link;
};

/** Chooses what is done with a person, and confirms it. */
const act = async ({ page, t }: Visitor, name: string, action: string): Promise<void> => {
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('button', { name: t('people:actions', { name }) }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
};

journey(
  'people: an editor is invited by mail, works, and is disabled',
  { as: 'admin', language: 'kn' },
  async ({ visitor, page, t, openVisitor, api }) => {
    const { disease } = await api.treated();
    const name = uniqueName();
    const email = `${name.replace(/\W/g, '').toLowerCase()}@example.com`;
    const link = await invite(visitor, name, email);
    const mail = await mailTo(email, name);
    expect(mail.text).toContain(link);
    expect(mail.subject).toContain('ಆಹ್ವಾನ');

    const guest = await openVisitor();
    await guest.page.goto(link);
    await guest.page.getByLabel(t('invite:password'), { exact: true }).fill(PASSWORD);
    await guest.page.getByLabel(t('invite:confirm'), { exact: true }).fill(PASSWORD);
    await guest.page.getByRole('button', { name: t('invite:save') }).click();
    await guest.page.getByRole('link', { name: t('invite:logIn') }).click();
    await guest.page.waitForURL('**/admin-login');
    await guest.page.getByRole('button', { name: t('admin:forgotten.question') }).click();
    await guest.page.getByRole('textbox', { name: t('admin:forgotten.account') }).fill(email);
    await guest.page.getByRole('button', { name: t('admin:forgotten.action') }).click();
    await shown(guest.page.getByText(t('admin:forgotten.sent')));
    await signInOnScreen(guest, name, PASSWORD);
    const stored = { token: true, isAdmin: 'false' };
    expect(await storedSession(guest), 'not an administrator').toEqual(stored);

    await moveTo(guest.page, `/app?disease=${disease.id}`);
    await shown(
      registry(guest).panel,
      guest.page.getByRole('banner').getByText(t('common:header.badgeOf.editor'), { exact: true }),
      guest.page.getByRole('button', { name: t('common:header.newEntry') }),
    );
    await shown(sections(guest).link(t('shell:name.trash')));
    await gone(sections(guest).link(t('shell:name.status')));
    await moveTo(guest.page, '/admin-operations');
    await shown(guest.page.getByText(t('gate:adminOnly')));
    guest.watch.allow(404, '/api/people/link/open');
    await guest.page.goto(link);
    await shown(guest.page.getByText(t('invite:ended')));

    await act(visitor, name, t('people:disable.action'));
    await toastSays(page, t('people:disable.done', { name }));
    guest.watch.allow(401, '/api/');
    await guest.page.goto('/app');
    await shown(guest.page.getByText(t('gate:title')));
  },
);

journey(
  'people: a role changes by keyboard, and an old sign-in is confirmed',
  { as: 'admin' },
  async ({ visitor, page, t, watch, api }) => {
    const name = await joinTeam(api, 'practitioner');
    await page.goto('/admin-people');
    const role = page.getByRole('combobox', { name: t('people:roleOf', { name }) });
    await role.focus();
    for (const key of ['ArrowDown', 'Tab', 'Enter']) await page.keyboard.press(key);
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: t('people:roleConfirm') }).press('Enter');
    await toastSays(page, t('people:roleChanged'));
    await becomes(() => role.inputValue(), 'editor', 'the role');
    await expect(role).toBeFocused();

    // As the gateway answers a session whose password was given long ago.
    let isOld = true;
    await page.route('**/api/people/*/sessions/end', async (route) => {
      const json = { code: 'CONFIRMATION_REQUIRED', params: {} };
      await (isOld ? route.fulfill({ status: 403, json }) : route.continue());
    });
    watch.allow(403, '/api/people');
    watch.allow(400, '/api/admin/confirm');
    await act(visitor, name, t('people:endLogins.action'));
    const dialog = page.getByRole('dialog', { name: t('factors:confirm.title') });
    const box = dialog.getByLabel(t('factors:confirm.password'), { exact: true });
    await expect(box).toBeFocused();
    await page.keyboard.press('Escape');
    await gone(dialog);
    await toastSays(page, t('people:changeFailed'));
    await act(visitor, name, t('people:endLogins.action'));
    await box.fill('not the password');
    await page.keyboard.press('Enter');
    await shown(dialog.getByRole('alert').getByText(t('errors:WRONG_PASSWORD')));
    isOld = false;
    await box.fill(settings.password);
    await page.keyboard.press('Enter');
    await toastSays(page, t('people:endLogins.done', { name }));
    await gone(dialog);
  },
);
