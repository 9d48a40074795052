import type { Locator, Page } from '@playwright/test';
import { shown } from '../support/expect.ts';

/** Waits for a toast with all these texts; returns it. */
export const toastSays = async (page: Page, ...texts: string[]): Promise<Locator> => {
  let toast = page.locator('[data-toast]');
  for (const text of texts) toast = toast.filter({ hasText: text });
  await shown(toast);
  return toast;
};

/** The same, and the pointer rests on the toast, so that it stays until it is used. */
export const holdToast = async (page: Page, ...texts: string[]): Promise<Locator> => {
  const toast = await toastSays(page, ...texts);
  await toast.hover();
  return toast;
};
