import type { Page } from '@playwright/test';

/** How many pages a PDF has. */
export const countPages = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

/** How many parts of the screen are on the paper beside its sheets. */
export const countScreenParts = async (page: Page): Promise<number> => {
  await page.emulateMedia({ media: 'print' });
  return page.evaluate(
    () =>
      [...document.querySelectorAll('header, nav, footer, button, select, a, p')].filter(
        (part) => part.checkVisibility() && !part.closest('[data-sheet]'),
      ).length,
  );
};
