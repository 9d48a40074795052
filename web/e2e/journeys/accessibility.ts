import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { becomes, same } from '../harness/checks.ts';
import { inBothLanguages } from '../harness/collection.ts';
import { makeSamples, openScreen, screens } from '../screens/screens.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// Our pages have no frames, so that one script in the page itself does.
const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode();

/** Every violation with where it is, in one line each. */
const violations = async (builder: AxeBuilder): Promise<string[]> =>
  (await builder.analyze()).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );

/** Chooses the theme as if it were done in another tab: what is on the page stays as it is. */
const switchTo = (page: Page, theme: string): Promise<void> =>
  page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  }, theme);

for (const screen of screens) {
  const { name, as } = screen;
  inBothLanguages(`accessibility: ${name}`, { ...(as && { as }) }, async (stage) => {
    const { page } = stage;
    await openScreen(screen, stage, await makeSamples(stage.api));
    same(await violations(axe(page).withTags(tags)), [], 'axe in light');
    await switchTo(page, 'dark');
    await becomes(() => page.locator('html').getAttribute('data-theme'), 'dark', 'theme');
    // The same page in other colours.
    same(await violations(axe(page).withRules('color-contrast')), [], 'axe in dark');
  });
}
