import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { becomes } from '../support/expect.ts';
import { keysOfTexts } from '../support/texts.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A page has to fit into it, in pixels. */
export const NARROWEST = 320;
const SHOTS = fileURLToPath(new URL('../output/', import.meta.url));

/** The height of a window of this width. */
export const heightOf = (width: number): number => (width < 700 ? 740 : 900);

/** All violations with their locations, one per line. */
export const violations = async (page: Page): Promise<string[]> => {
  // On a page that has axe already, it is not sent again.
  const isThere = await page.evaluate(() => 'axe' in window);
  // Legacy mode is enough, because the pages have no frames. A menu's focus guards pass the focus on, which axe
  // cannot detect; `keyboard.ts` checks that no guard keeps the focus.
  const results = await new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .exclude('[data-base-ui-focus-guard]')
    .withTags(tags)
    // A menu is rendered outside of the page's landmarks.
    .disableRules('region')
    .analyze();
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );
};

/** What makes the page scroll sideways. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.body.querySelectorAll('*')]
      .filter((part) => part.getBoundingClientRect().right > width + 1)
      .map((part) => `${part.tagName} ${part.className} ${part.textContent?.slice(0, 40)}`)
      .slice(-5);
  });

/** Texts that are cut off: taller or wider than the box that hides the rest. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasText = (part: Element) =>
      [...part.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      );
    return [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((part) => {
        const { overflowX, overflowY, clipPath } = getComputedStyle(part);
        // Text for screen readers alone is cut off on purpose.
        if (part.clientWidth <= 1 || clipPath !== 'none' || !hasText(part)) return false;
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        return (
          (hides(overflowX) && part.scrollWidth > part.clientWidth + 1) ||
          (hides(overflowY) && part.scrollHeight > part.clientHeight + 1)
        );
      })
      .map((part) => `${part.tagName} ${part.className} ${part.textContent?.slice(0, 40)}`);
  });

/** Keys that are shown because their text is missing. */
export const missing = async (page: Page): Promise<string[]> => {
  const lines = (await page.locator('body').innerText()).split('\n');
  return lines.map((line) => line.trim()).filter((line) => keysOfTexts.has(line));
};

/** Nothing of the page is cut off or makes it scroll sideways. */
export const fits = async (page: Page, width: number): Promise<void> => {
  // What lies under the pointer after the change would show its hint.
  await page.mouse.move(0, 0);
  await page.setViewportSize({ width, height: heightOf(width) });
  await becomes(() => tooWide(page), [], `what makes it scroll sideways at ${width} px`);
  await becomes(() => clipped(page), [], `what is cut off at ${width} px`);
};

/** With SHOTS=1, keeps a picture of the whole page. */
export const photograph = async (page: Page, name: string): Promise<void> => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${SHOTS}${name}.png`, fullPage: true });
};
