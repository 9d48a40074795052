import { heightOf } from '../screens/checks.ts';
import { looksRight, openScreen, withScreens } from '../screens/open-screen.ts';
import { screens } from '../screens/screens.ts';
import { languagesOf, viewsOf } from '../support/variants.ts';

for (const screen of screens) {
  const { name, as, changesVisitor = false } = screen;
  for (const language of languagesOf(name))
    withScreens.describe(() => {
      withScreens.use({ as, language, changesVisitor });
      withScreens(`screen: ${name} · ${language}`, async ({ visitor, page, samples }) => {
        const width = viewsOf(name)[0]?.width ?? 0;
        await page.setViewportSize({ width, height: heightOf(width) });
        await openScreen(screen, visitor, samples);
        await looksRight(page, name, language);
      });
    });
}
