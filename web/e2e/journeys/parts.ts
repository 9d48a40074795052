import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { build, preview, type PreviewServer } from 'vite';
import { fits, missing, NARROWEST, photograph, violations } from '../screens/checks.ts';
import { switchTheme } from '../screens/open-screen.ts';
import { shown } from '../support/expect.ts';
import { languagesOf, viewsOf } from '../support/variants.ts';

const web = { root: fileURLToPath(new URL('../..', import.meta.url)), mode: 'parts' };
let server: PreviewServer;

// One worker builds and serves the page.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  await build({ ...web, logLevel: 'warn' });
  server = await preview({ ...web, preview: { port: 0 } });
});
test.afterAll(() => server.close());

for (const open of ['', 'dialog', 'drawer', 'confirm'])
  for (const language of languagesOf(`parts ${open}`))
    test(`parts: ${open || 'all'} · ${language}`, async ({ page }) => {
      const name = `parts ${open}`.trim();
      const query = `language=${language}&open=${open}`;
      await page.goto(`${server.resolvedUrls?.local[0]}e2e/parts/index.html?${query}`);
      await shown(page.locator(open ? '[role$=dialog]' : '#content'));
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      expect(await missing(page), 'texts that are missing').toEqual([]);
      for (const { theme, width } of viewsOf(name)) {
        await switchTheme(page, theme);
        await fits(page, width);
        expect(await violations(page), `axe in ${theme} at ${width} px`).toEqual([]);
        await photograph(page, `${name} ${width} ${theme} ${language}`);
      }
      await fits(page, NARROWEST);
    });
