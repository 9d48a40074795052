/** With SHOTS=1: takes a picture of every screen in each width, theme and language. */
import { fileURLToPath } from 'node:url';
import { languages } from '../support/texts.ts';
import { openScreen, switchTheme, withScreens } from './open-screen.ts';
import { screens } from './screens.ts';

const folder = fileURLToPath(new URL('../output/', import.meta.url));
const widths = [360, 768, 1440];
const themes = ['light', 'dark'] as const;

for (const screen of screens)
  for (const language of languages)
    for (const width of widths)
      withScreens.describe(() => {
        withScreens.use({
          as: screen.as,
          language,
          viewport: { width, height: width < 700 ? 740 : 900 },
        });
        withScreens(`${screen.name} ${width} ${language}`, async ({ visitor, page, samples }) => {
          await openScreen(screen, visitor, samples);
          for (const theme of themes) {
            await switchTheme(page, theme);
            const name = `${screen.name} ${width} ${theme} ${language}.png`;
            await page.screenshot({ path: `${folder}${name}`, fullPage: true });
          }
        });
      });
