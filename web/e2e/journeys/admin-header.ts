import type { Locator } from '@playwright/test';
import { openMenu } from '../pages/account-menu.ts';
import { registry } from '../pages/registry.ts';
import { shown } from '../support/expect.ts';
import { expect, inBothLanguages, journey } from '../support/fixtures.ts';

const admin = { as: 'admin' } as const;

journey(
  'header: title, badge and every way',
  { ...admin, language: 'kn' },
  async ({ visitor, page, t }) => {
    await page.goto('/trends');
    const header = page.getByRole('banner');
    await shown(header.getByText(t('common:header.badge'), { exact: true }));
    // A full page load clears global variables.
    await page.evaluate(() => Object.assign(window, { leftBehind: true }));
    await header.getByRole('link', { name: t('common:header.dashboard') }).click();
    await page.waitForURL('**/app');
    await shown(registry(visitor).panel);
    expect(
      await page.evaluate(() => Reflect.has(window, 'leftBehind')),
      'the window was kept',
    ).toEqual(false);

    await page.evaluate(() => Object.assign(window, { leftBehind: true }));
    await header.getByRole('link', { name: t('common:header.trends') }).click();
    await page.waitForURL('**/trends');
    expect(
      await page.evaluate(() => Reflect.has(window, 'leftBehind')),
      'the window was kept',
    ).toEqual(true);
    await header.getByRole('link').first().click();
    await page.waitForURL((url) => url.pathname === '/');
  },
);

journey('header: New Entry leads to the form', admin, async ({ page, t }) => {
  await page.goto('/app');
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('common:header.newEntry') })
    .click();
  await page.waitForURL('**/app/add-disease');
});

journey('header: the words of the specification', admin, async ({ page }) => {
  await page.goto('/app');
  const header = page.getByRole('banner');
  await shown(
    header.getByText('Admin', { exact: true }),
    header.getByRole('link', { name: 'Dashboard' }),
    header.getByRole('link', { name: 'Trends' }),
    header.getByRole('link', { name: 'Pricing' }),
    header.getByRole('button', { name: 'New Entry' }),
    header.getByRole('button', { name: 'Logout' }),
  );
});

const inside = async (part: Locator, width: number, what: string): Promise<void> => {
  const box = await part.boundingBox();
  expect(box !== null && box.x >= 0 && box.x + box.width <= width, `${what} is cut off`).toBe(true);
  expect((box?.height ?? 0) >= 24 && (box?.width ?? 0) >= 24, `${what} is too small to hit`).toBe(
    true,
  );
};

inBothLanguages(
  'header: usable at 360 px',
  { ...admin, viewport: { width: 360, height: 740 } },
  async ({ visitor, page, t }) => {
    await page.goto('/app');
    await shown(registry(visitor).rows);
    const header = page.getByRole('banner');
    for (const part of await header.locator('a:visible, button:visible').all())
      await inside(part, 360, (await part.textContent()) ?? 'a part of the header');
    const items = await openMenu(visitor);
    for (const item of await items.all()) await inside(item, 360, await item.innerText());
    await page.getByRole('menuitem', { name: t('common:header.trends') }).click();
    await page.waitForURL('**/trends');
  },
);
