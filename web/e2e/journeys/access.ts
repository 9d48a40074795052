import { stat } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { copyCode, restoreByCode } from '../pages/access.ts';
import { checkout, goToUpi } from '../pages/checkout.ts';
import { registry } from '../pages/registry.ts';
import { gone, shown } from '../support/expect.ts';
import { journey, passOf, type Visitor } from '../support/fixtures.ts';

/** Says that the access left, to a page that the reader comes back to. */
const seeMoved = async (visitor: Visitor): Promise<void> => {
  const { page, t } = visitor;
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await shown(page.getByText(t('gate:moved')));
  await gone(registry(visitor).rows);
};

journey(
  'access: its code moves it to another browser',
  { as: 'pass' },
  async ({ visitor, page, t, openVisitor }) => {
    const { code } = passOf(visitor);
    await page.goto('/app');
    await shown(registry(visitor).rows);
    const other = await openVisitor();
    await other.page.goto('/access');
    await shown(other.page.getByText(t('access:list.empty')));
    await restoreByCode(other, code);
    const clock = other.page.getByRole('main').getByRole('timer');
    await shown(other.page.getByText(t('access:state.running')), clock);
    await seeMoved(visitor);
  },
);

const phone = { width: 360, height: 740 };

journey(
  'access: an hour paid by UPI without an email address is restored by its code alone',
  { language: 'kn', viewport: phone },
  async ({ visitor, page, context, t, openVisitor }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/hourly-access');
    await (await goToUpi(visitor)).upiPay.click();
    await shown(checkout(visitor).success);
    const code = await copyCode(visitor);
    await checkout(visitor).open.click();
    await page.waitForURL('**/app');
    await shown(registry(visitor).rows);

    const other = await openVisitor({ viewport: phone });
    await other.page.goto('/restore');
    await restoreByCode(other, code);
    await other.page.getByRole('link', { name: t('access:lost.open') }).click();
    await shown(other.page.getByText(t('access:state.running')));
    await seeMoved(visitor);
  },
);

journey(
  'access: its entries are saved by the code, and their erasure is planned and taken back',
  { as: 'pass', viewport: phone },
  async ({ visitor, page, t }) => {
    const { code } = passOf(visitor);
    const act = async (name: string) => {
      await page.getByRole('main').getByRole('button', { name, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: t('accessCode:title') }).fill(code);
      await dialog.getByRole('button', { name, exact: true }).click();
      await gone(dialog);
    };
    await page.goto('/access');
    const saved = page.waitForEvent('download');
    await act(t('access:data.save.action'));
    const { size } = await stat(await (await saved).path());
    expect(size).toBeGreaterThan(100);
    await act(t('access:data.erase.action'));
    await page.getByRole('button', { name: t('access:data.takeBack') }).click();
    await shown(page.getByText(t('access:data.takenBack')));
  },
);
