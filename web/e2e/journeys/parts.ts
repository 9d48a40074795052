import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import { build, preview, type PreviewServer } from 'vite';
import { looksRight } from '../screens/open-screen.ts';
import { shown } from '../support/expect.ts';
import { languagesOf } from '../support/variants.ts';

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
      await looksRight(page, name, language);
    });
