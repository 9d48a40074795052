import type { Page } from '@playwright/test';

/** Goes to another screen as a link of the program does, without loading the program again. */
export const moveTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
