import type { Page } from '@playwright/test';
import { menuButton } from '../pages/account-menu.ts';
import { registry } from '../pages/registry.ts';
import { becomes, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

/** The accessible name of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return (activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '').trim();
  });

const outlined = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (!activeElement) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  });

/** Presses Tab until the focus reaches the target; checks that each focused element is visible. */
const tabUntil = async (page: Page, there: () => Promise<boolean>): Promise<void> => {
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press('Tab');
    expect(await outlined(page), `no focus ring on: ${await focused(page)}`).toBe(true);
    if (await there()) return;
  }
  throw new Error('40 stops of the Tab key did not lead there');
};

journey(
  'keyboard: from the list to a disease and its tabs',
  {
    as: 'admin',
    tag: '@samples',
    language: 'kn',
  },
  async ({ visitor, page }) => {
    const { rows, names, detail, tab } = registry(visitor);
    await page.goto('/app');
    await shown(rows);
    const [, , third = ''] = await names();
    const isFocused = (at: number) =>
      rows.nth(at).evaluate((row) => row === document.activeElement);
    await tabUntil(page, () => isFocused(0));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    expect(await isFocused(2), 'the arrows did not lead to the third row').toBe(true);
    await page.keyboard.press('Enter');
    await shown(detail(third));

    await tabUntil(page, () => tab('treatment').evaluate((it) => it === document.activeElement));
    await page.keyboard.press('ArrowRight');
    await becomes(() => tab('notes').getAttribute('aria-selected'), 'true', 'notes tab');
    await page.keyboard.press('End');
    await becomes(() => tab('history').getAttribute('aria-selected'), 'true', 'history tab');
  },
);

journey(
  'keyboard: the first stop leads past the header',
  { as: 'admin' },
  async ({ visitor, page, t }) => {
    await page.goto('/app');
    await shown(registry(visitor).rows);
    await page.keyboard.press('Tab');
    expect(await focused(page), 'first stop').toEqual(t('common:nav.skip'));
    await page.keyboard.press('Enter');
    await becomes(
      () => page.evaluate(() => document.activeElement?.id),
      'content',
      'where the skip link leads',
    );
  },
);

journey(
  'keyboard: menus open, are walked through and closed',
  { as: 'admin' },
  async ({ visitor, page }) => {
    await page.goto('/app');
    const menu = menuButton(visitor);
    await menu.focus();
    await page.keyboard.press('Enter');
    await shown(page.getByRole('menu'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await becomes(() => page.getByRole('menu').count(), 0, 'open menus');
    await becomes(
      () => menu.evaluate((it) => it === document.activeElement),
      true,
      'focus returns',
    );
  },
);

journey(
  'keyboard: the Tab key never gets lost in a menu',
  { as: 'admin' },
  async ({ visitor, page }) => {
    await page.goto('/app');
    await menuButton(visitor).focus();
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.keyboard.press('Enter');
      await shown(page.getByRole('menu'));
      await page.keyboard.press(key);
      await becomes(() => page.getByRole('menu').count(), 0, 'open menus');
      const lost = page.locator('[aria-hidden=true]:focus, body:focus');
      expect(await lost.count(), 'focus on something hidden').toEqual(0);
      await menuButton(visitor).focus();
    }
  },
);
