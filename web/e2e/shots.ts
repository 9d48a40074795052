/**
 * Pictures of every screen, to be looked at: `node web/e2e/shots.ts [part of a name…]`, with the
 * environment of the browser tests. Names tell the screen, width, theme and language.
 */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { Api, signIn } from './harness/api.ts';
import { openBrowser } from './harness/chromium.ts';
import { settings } from './harness/settings.ts';
import { languages, type Language } from './harness/texts.ts';
import { openVisitor } from './harness/visitor.ts';
import { makeSamples, openScreen } from './screens/open-screen.ts';
import type { Samples, Screen } from './screens/screen.ts';
import { screens } from './screens/screens.ts';
import { switchTheme } from './screens/switch-theme.ts';

const widths = [360, 768, 1440];
const themes = ['light', 'dark'] as const;

const { token, images } = await signIn();
const stored = { adminToken: token, isAdmin: 'true' };

const take = async (browser: Browser, screen: Screen, language: Language, samples: Samples) => {
  for (const width of widths) {
    const visitor = await openVisitor(browser, {
      language,
      width,
      height: width < 700 ? 740 : 900,
      ...(screen.as && { stored, cookies: [images] }),
    });
    await openScreen(screen, visitor, samples);
    for (const theme of themes) {
      await switchTheme(visitor.page, theme);
      const name = `${screen.name} ${width} ${theme} ${language}.png`;
      await visitor.page.screenshot({ path: join(settings.output, name), fullPage: true });
    }
    await visitor.context.close();
  }
};

const wanted = process.argv.slice(2);
const chosen = screens.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const api = new Api(token);
const samples = await makeSamples(api);
const browser = await openBrowser();
for (const screen of chosen) {
  for (const language of languages) await take(browser, screen, language, samples);
  console.log(screen.name);
}
await browser.close();
await api.clear();
