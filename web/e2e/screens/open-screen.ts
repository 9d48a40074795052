import type { Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { becomes, shown } from '../support/expect.ts';
import { test, type Visitor } from '../support/fixtures.ts';
import { sharedSession } from '../support/sessions.ts';
import type { Theme } from '../support/variants.ts';
import type { Samples, Screen } from './screen.ts';

/** A new database gets its images after the product answers. */
const SAMPLES_TIMEOUT_MS = 30_000;

/** Creates what the screens show beyond the sample data. */
const createSamples = async (api: Api): Promise<Samples> => {
  const [full] = await api.find('Asthma');
  const images = async () => (full ? (await api.detail(full.id)).images.length : 0);
  await becomes(images, 1, 'images of the sample data', SAMPLES_TIMEOUT_MS);
  const bare = await api.disease();
  const deleted = await api.disease({ nameKn: 'ಅಳಿಸಿದ ರೋಗ' });
  await api.call('DELETE', `/api/diseases/${deleted.id}`);
  return { full: full?.id ?? '', bare: bare.id };
};

/** A test of screens; its worker creates their samples once. */
export const withScreens = test.extend<object, { samples: Samples }>({
  samples: [
    async ({}, use) => {
      const api = new Api(sharedSession().token);
      await use(await createSamples(api));
      await api.clear();
    },
    { scope: 'worker' },
  ],
});

/** Opens a screen and waits until it is complete. */
export const openScreen = async (
  screen: Screen,
  visitor: Visitor,
  samples: Samples,
): Promise<void> => {
  const { page, watch } = visitor;
  watch.allow(404, '/api/treatments/disease/');
  watch.allow(501, '/api/translate');
  watch.allow(404, '/api/access/restore');
  await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(samples));
  await screen.then?.(visitor);
  await shown(screen.ready(visitor));
  await watch.settled();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
};

/** Chooses the theme as if it were done in another tab: what is on the page stays as it is. */
export const switchTheme = async (page: Page, theme: Theme): Promise<void> => {
  await page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  }, theme);
  await becomes(() => page.locator('html').getAttribute('data-theme'), theme, 'theme');
};
