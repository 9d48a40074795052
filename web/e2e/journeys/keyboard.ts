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

const isOutlined = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (!activeElement) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  });

/** Presses Tab until the focus reaches the target; checks that each focused element is visible. */
const tabUntil = async (page: Page, isThere: () => Promise<boolean>): Promise<void> => {
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press('Tab');
    expect(await isOutlined(page), `no focus ring on: ${await focused(page)}`).toBe(true);
    if (await isThere()) return;
  }
  throw new Error('40 stops of the Tab key did not lead there');
};

journey(
  'keyboard: past the header, through the list to a disease and its tabs',
  { as: 'admin' },
  async ({ visitor, page, t }) => {
    const { rows, names, detail, tab } = registry(visitor);
    await page.goto('/app');
    await shown(rows);
    await page.keyboard.press('Tab');
    expect(await focused(page), 'first stop').toEqual(t('common:nav.skip'));
    await page.keyboard.press('Enter');
    const id = () => page.evaluate(() => document.activeElement?.id);
    await becomes(id, 'content', 'where the skip link leads');

    const [, , third = ''] = await names();
    const isFocused = (at: number) =>
      rows.nth(at).evaluate((row) => row === document.activeElement);
    await tabUntil(page, () => isFocused(0));
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'])
      await page.keyboard.press(key);
    expect(await isFocused(2), 'the arrows did not lead to the third row').toBe(true);
    await page.keyboard.press('Enter');
    await shown(detail(third));
    await tabUntil(page, () => tab('treatment').evaluate((it) => it === document.activeElement));
  },
);

journey(
  'keyboard: menus are opened, left and closed, and the Tab key is never lost in one',
  { as: 'admin' },
  async ({ visitor, page }) => {
    await page.goto('/dns-checker');
    const button = menuButton(visitor);
    const open = async () => {
      await button.focus();
      await page.keyboard.press('Enter');
      await shown(page.locator('[role=menu]:focus-within'));
    };
    const isClosed = () => becomes(() => page.getByRole('menu').count(), 0, 'open menus');
    await open();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await isClosed();
    await expect(button).toBeFocused();
    for (const key of ['Tab', 'Shift+Tab']) {
      await open();
      await page.keyboard.press(key);
      await isClosed();
      const lost = page.locator('[aria-hidden=true]:focus, body:focus');
      expect(await lost.count(), 'focus on something hidden').toEqual(0);
    }
  },
);
