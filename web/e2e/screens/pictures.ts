/** With PICTURES=1: takes the pictures of the landing page again, of a product with only its samples. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { shown } from '../support/expect.ts';
import { journey } from '../support/fixtures.ts';
import { languages } from '../support/texts.ts';
import type { Theme } from '../support/variants.ts';
import type { Watch } from '../support/watch.ts';

const WIDTH = 1280;
const HEIGHT = 800;
const themes: readonly Theme[] = ['light', 'dark'];

interface Area {
  x: number;
  y: number;
  width: number;
}

/** Stores an area of the page in the proportions of the window, as wide as the window. */
const take = async (
  page: Page,
  watch: Watch,
  name: string,
  { x, y, width }: Area,
): Promise<void> => {
  await watch.settled();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const chromium = await page.context().newCDPSession(page);
  const { data } = await chromium.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    clip: { x, y, width, height: (width * HEIGHT) / WIDTH, scale: WIDTH / width },
  });
  const file = new URL(`../../public/pictures/${name}.webp`, import.meta.url);
  await writeFile(file, Buffer.from(data, 'base64'));
};

for (const theme of themes)
  for (const language of languages)
    journey(
      `pictures of the landing page, ${theme}`,
      { as: 'admin', theme, language, viewport: { width: WIDTH, height: HEIGHT } },
      async ({ page, watch, api }) => {
        const [asthma] = await api.find('Asthma');
        await page.addInitScript(() => {
          localStorage.setItem('firstSteps', 'done');
          localStorage.setItem('samplesNotice', 'hidden');
        });
        await page.goto(`/app?disease=${asthma?.id}`);
        await shown(page.getByRole('table'));
        // Fonts that are late are used from the next load on.
        await page.reload();
        await shown(page.getByRole('table'), page.getByRole('article').getByRole('img'));
        await take(page, watch, `registry-${language}-${theme}`, { x: 0, y: 0, width: WIDTH });
        await page.setViewportSize({ width: WIDTH, height: 2 * HEIGHT });
        const panel = await page.getByRole('tabpanel').boundingBox();
        const title = await page.locator('#protocols-title').boundingBox();
        if (!panel || !title) throw new Error('the treatment is not shown');
        const area = { x: panel.x - 16, y: title.y - 16, width: panel.width + 32 };
        await take(page, watch, `treatment-${language}-${theme}`, area);
      },
    );
