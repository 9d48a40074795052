import { TOTP } from 'otpauth';
import { openMenu } from '../pages/account-menu.ts';
import { giveName, login, signInOnScreen } from '../pages/login.ts';
import { registry } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { shown } from '../support/expect.ts';
import { expect, journey, type Visitor } from '../support/fixtures.ts';
import { moveTo } from '../support/move-to.ts';
import { joinTeam, PASSWORD } from '../support/people.ts';

const openFactors = async (visitor: Visitor): Promise<void> => {
  const { page, t } = visitor;
  await moveTo(page, '/app');
  // Another page closes the menu.
  await shown(registry(visitor).rows);
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
  {},
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
    const username = await joinTeam(api, 'practitioner');
    await signInOnScreen(visitor, username, PASSWORD);
    await openFactors(visitor);
    await page.getByLabel(t('factors:passkey.name'), { exact: true }).fill('Tablet');
    await page.getByRole('button', { name: t('factors:passkey.add') }).click();
    const codes = await keepCodes(visitor);
    expect(codes).toHaveLength(10);
    await shown(page.getByRole('listitem').filter({ hasText: 'Tablet' }));

    watch.allow(401, '/api/admin/login');
    await giveName(visitor, username, PASSWORD);
    await page.getByRole('button', { name: t('factors:step.passkey') }).click();
    await shown(login(visitor).success);

    await giveName(visitor, username, PASSWORD);
    await typeCode(visitor, codes[0] ?? '');
    await shown(login(visitor).success);

    await openFactors(visitor);
    await shown(page.getByText(t('factors:codes.left', { count: 9 })));
    const name = t('factors:passkey.removeNamed', { name: 'Tablet' });
    await page.getByRole('button', { name }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: t('factors:remove') }).click();
    await toastSays(page, t('factors:removed'));
    await signInOnScreen(visitor, username, PASSWORD);
  },
);

journey(
  'second step: an authenticator app, by keyboard',
  {},
  async ({ visitor, page, t, watch, api }) => {
    const username = await joinTeam(api, 'editor');
    await signInOnScreen(visitor, username, PASSWORD);
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
    await giveName(visitor, username, PASSWORD);
    // Each code works once: this is the next one.
    await typeCode(visitor, totp.generate({ timestamp: Date.now() + 30_000 }));
    await shown(login(visitor).success);
  },
);
