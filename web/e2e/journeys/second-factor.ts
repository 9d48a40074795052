import { TOTP } from 'otpauth';
import { openMenu } from '../pages/account-menu.ts';
import { login } from '../pages/login.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey, type Visitor } from '../support/fixtures.ts';
import { settings } from '../support/settings.ts';
import { uniqueName } from '../support/test-data.ts';
import type { Api } from '../support/api.ts';

const password = 'marigold-heron-58';

/** A person of the team who can sign in. */
const join = async (api: Api, role: string): Promise<string> => {
  const username = uniqueName();
  const { token } = await api.call<{ token: string }>('POST', '/api/people', { username, role });
  await api.call('POST', '/api/people/link/password', { token, password });
  return username;
};

const givePassword = async (visitor: Visitor, username: string): Promise<void> => {
  const form = login(visitor);
  await visitor.page.goto('/admin-login');
  await form.username.fill(username);
  await form.password.fill(password);
  await form.submit.click();
};

const openFactors = async (visitor: Visitor): Promise<void> => {
  const { page, t } = visitor;
  await page.goto('/app');
  await openMenu(visitor);
  await page.getByRole('menuitem', { name: t('common:header.secondStep') }).click();
  await page.waitForURL('**/admin-second-step');
};

/** Reads the recovery codes that are shown once, and goes on. */
const keepCodes = async ({ page, t }: Visitor): Promise<string[]> => {
  const done = page.getByRole('button', { name: t('factors:codes.done') });
  await shown(done);
  const codes = await page.getByRole('main').getByRole('listitem').allTextContents();
  await done.click();
  return codes;
};

const typeCode = async ({ page, t }: Visitor, code: string): Promise<void> => {
  await page.getByLabel(t('factors:step.code'), { exact: true }).fill(code);
  await page.keyboard.press('Enter');
};

journey(
  'second step: a passkey, and a recovery code in its place',
  { language: 'kn' },
  async ({ visitor, page, t, watch, api }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const username = await join(api, 'practitioner');
    await givePassword(visitor, username);
    await shown(login(visitor).success);
    await openFactors(visitor);
    await page.getByLabel(t('factors:passkey.name'), { exact: true }).fill('Tablet');
    await page.getByRole('button', { name: t('factors:passkey.add') }).click();
    const codes = await keepCodes(visitor);
    expect(codes).toHaveLength(10);
    await shown(page.getByRole('listitem').filter({ hasText: 'Tablet' }));

    watch.allow(401, '/api/admin/login');
    await givePassword(visitor, username);
    await page.getByRole('button', { name: t('factors:step.passkey') }).click();
    await shown(login(visitor).success);

    await givePassword(visitor, username);
    await typeCode(visitor, codes[0] ?? '');
    await shown(login(visitor).success);

    await openFactors(visitor);
    await shown(page.getByText(t('factors:codes.left', { count: 9 })));
    const name = t('factors:passkey.removeNamed', { name: 'Tablet' });
    await page.getByRole('button', { name }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: t('factors:remove') }).click();
    await toastSays(page, t('factors:removed'));
    await givePassword(visitor, username);
    await shown(login(visitor).success);
  },
);

journey(
  'second step: an authenticator app, by keyboard',
  {},
  async ({ visitor, page, t, watch, api }) => {
    const username = await join(api, 'editor');
    await givePassword(visitor, username);
    await shown(login(visitor).success);
    await openFactors(visitor);
    await page.getByRole('button', { name: t('factors:app.start') }).press('Enter');
    await shown(page.getByRole('img', { name: t('factors:app.qrCode') }));
    const key = await page.getByLabel(t('factors:app.key'), { exact: true }).inputValue();
    const totp = new TOTP({ secret: key.replaceAll(' ', '') });
    watch.allow(400, '/api/factors/totp');
    await page.getByLabel(t('factors:app.code')).fill('000000');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('alert').getByText(t('errors:WRONG_FACTOR')));
    await page.getByLabel(t('factors:app.code')).fill(totp.generate());
    await page.keyboard.press('Enter');
    await keepCodes(visitor);

    watch.allow(401, '/api/admin/login');
    await givePassword(visitor, username);
    // Each code works once: this is the next one.
    await typeCode(visitor, totp.generate({ timestamp: Date.now() + 30_000 }));
    await shown(login(visitor).success);
  },
);

journey(
  'confirmation: the password is asked again, and the change goes on',
  { as: 'admin' },
  async ({ visitor, page, t, watch, api }) => {
    const name = await join(api, 'practitioner');
    // As the gateway answers a session whose password was given long ago.
    let isOld = true;
    await page.route('**/api/people/*/sessions/end', async (route) => {
      const body = { code: 'CONFIRMATION_REQUIRED', params: {} };
      await (isOld ? route.fulfill({ status: 403, json: body }) : route.continue());
    });
    watch.allow(403, '/api/people');
    watch.allow(400, '/api/admin/confirm');
    await page.goto('/admin-people');
    const row = page.getByRole('listitem').filter({ hasText: name });
    const end = async () => {
      await row.getByRole('button', { name: t('people:actions', { name }) }).click();
      await page.getByRole('menuitem', { name: t('people:endLogins.action') }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: t('people:endLogins.action') }).click();
    };
    await end();
    const dialog = page.getByRole('dialog', { name: t('factors:confirm.title') });
    const box = dialog.getByLabel(t('factors:confirm.password'), { exact: true });
    await becomes(() => box.evaluate((node) => node === document.activeElement), true, 'the focus');
    await page.keyboard.press('Escape');
    await gone(dialog);
    await toastSays(page, t('people:changeFailed'));

    await end();
    await box.fill('not the password');
    await page.keyboard.press('Enter');
    await shown(dialog.getByRole('alert').getByText(t('errors:WRONG_PASSWORD')));
    isOld = false;
    await box.fill(settings.password);
    await page.keyboard.press('Enter');
    await toastSays(page, t('people:endLogins.done', { name }));
    await gone(dialog);
    await shown(visitor.page.getByRole('listitem').filter({ hasText: name }));
  },
);
