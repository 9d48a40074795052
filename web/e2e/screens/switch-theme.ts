import type { Page } from 'playwright-core';
import { becomes } from '../harness/checks.ts';
import type { Theme } from '../harness/visitor.ts';

/** Chooses the theme as if it were done in another tab: what is on the page stays as it is. */
export const switchTheme = async (page: Page, theme: Theme): Promise<void> => {
  await page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  }, theme);
  await becomes(() => page.locator('html').getAttribute('data-theme'), theme, 'theme');
};
