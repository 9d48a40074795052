import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { same } from '../harness/checks.ts';
import { inBothLanguages } from '../harness/collection.ts';
import { makeSamples, openScreen } from '../screens/open-screen.ts';
import { screens } from '../screens/screens.ts';
import { switchTheme } from '../screens/switch-theme.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Our pages have no frames, so that one script in the page itself does. A menu's focus guards hand
 * the focus on at once, which axe cannot see; `keyboard.ts` checks that none ever keeps it.
 */
const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .setLegacyMode()
    .exclude('[data-base-ui-focus-guard]')
    // A menu stands above the page, outside its landmarks.
    .disableRules('region');

/** Every violation with where it is, in one line each. */
const violations = async (builder: AxeBuilder): Promise<string[]> =>
  (await builder.analyze()).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );

for (const screen of screens) {
  const { name, as } = screen;
  inBothLanguages(`accessibility: ${name}`, { ...(as && { as }) }, async (stage) => {
    const { page } = stage;
    await openScreen(screen, stage, await makeSamples(stage.api));
    same(await violations(axe(page).withTags(tags)), [], 'axe in light');
    await switchTheme(page, 'dark');
    // The same page in other colours.
    same(await violations(axe(page).withRules('color-contrast')), [], 'axe in dark');
  });
}
