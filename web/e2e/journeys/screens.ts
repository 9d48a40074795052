import { fits, heightOf, missing, NARROWEST, photograph, violations } from '../screens/checks.ts';
import { openScreen, switchTheme, withScreens } from '../screens/open-screen.ts';
import { screens } from '../screens/screens.ts';
import { expect } from '../support/fixtures.ts';
import { languagesOf, viewsOf } from '../support/variants.ts';

for (const screen of screens) {
  const { name, as, changesVisitor = false } = screen;
  for (const language of languagesOf(name))
    withScreens.describe(() => {
      withScreens.use({ as, language, changesVisitor });
      withScreens(`screen: ${name} · ${language}`, async ({ visitor, page, samples }) => {
        const views = viewsOf(name);
        const width = views[0]?.width ?? 0;
        await page.setViewportSize({ width, height: heightOf(width) });
        await openScreen(screen, visitor, samples);
        expect(await missing(page), 'texts that are missing').toEqual([]);
        for (const { theme, width } of views) {
          await switchTheme(page, theme);
          await fits(page, width);
          expect(await violations(page), `axe in ${theme} at ${width} px`).toEqual([]);
          await photograph(page, `${name} ${width} ${theme} ${language}`);
        }
        await fits(page, NARROWEST);
      });
    });
}
