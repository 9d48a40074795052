import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { openScreen, switchTheme, withScreens } from '../screens/open-screen.ts';
import { screens } from '../screens/screens.ts';
import { becomes } from '../support/expect.ts';
import { expect } from '../support/fixtures.ts';
import { languages } from '../support/texts.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 320, height: 640 };

/**
 * Legacy mode is enough, because the pages have no frames. A menu's focus guards pass the focus on,
 * which axe cannot detect; `keyboard.ts` checks that no guard keeps the focus.
 */
const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .exclude('[data-base-ui-focus-guard]')
    // A menu is rendered outside of the page's landmarks.
    .disableRules('region');

/** All violations with their locations, one per line. */
const violations = async (builder: AxeBuilder): Promise<string[]> =>
  (await builder.analyze()).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );

/** What makes the page scroll sideways. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate((width) => {
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.body.querySelectorAll('*')]
      .filter((part) => part.getBoundingClientRect().right > width + 1)
      .map((part) => `${part.tagName} ${part.className} ${part.textContent?.slice(0, 40)}`)
      .slice(-5);
  }, NARROW.width);

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

for (const screen of screens) {
  for (const language of languages) {
    withScreens.describe(() => {
      withScreens.use({ as: screen.as, language });
      withScreens(`screen: ${screen.name} · ${language}`, async ({ visitor, page, samples }) => {
        await openScreen(screen, visitor, samples);
        await page.setViewportSize(NARROW);
        await becomes(() => tooWide(page), [], 'what makes it scroll sideways at 320 px');
        await becomes(() => clipped(page), [], 'what is cut off at 320 px');
        await page.setViewportSize(WIDE);
        expect(await violations(axe(page).withTags(tags)), 'axe in light').toEqual([]);
        // The colors are the same in both languages.
        if (language === 'kn') return;
        await switchTheme(page, 'dark');
        const contrast = await violations(axe(page).withRules('color-contrast'));
        expect(contrast, 'axe in dark').toEqual([]);
      });
    });
  }
}
