import type { Color } from '@ctdb/contracts';
import type { Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { becomes, gone, SAMPLES_TIMEOUT_MS, shown } from '../support/expect.ts';
import { expect, newVisitor, test, type Visitor } from '../support/fixtures.ts';
import { moveTo } from '../support/move-to.ts';
import { sharedSession } from '../support/sessions.ts';
import { longName } from '../support/test-data.ts';
import type { Language } from '../support/texts.ts';
import { type Theme, viewsOf } from '../support/variants.ts';
import { fits, missing, NARROWEST, photograph, violations } from './checks.ts';
import type { Samples, Screen } from './screen.ts';

const NOT_FOUND = '/no-such-page';

/** A disease with treatment, protocol, color and patient, whose names have no spaces and the longest length. */
const createLongNames = async (api: Api): Promise<string> => {
  const long = { nameEn: longName(200), nameKn: longName(200, 'ಘ') };
  const { disease, treatment } = await api.treated(long);
  const names = { nameEn: longName(50), nameKn: longName(50, 'ಘ') };
  const look = { ...names, value: '#336699' };
  const { id: color } = await api.call<Color>('POST', '/api/colors', look);
  const [applicationArea, duration, frequency] = [longName(200), longName(200), longName(200)];
  await api.protocols(treatment.id, [{ color, applicationArea, duration, frequency }]);
  const persons = { patientName: longName(200), practitioner: longName(200) };
  await api.history(treatment.id, persons);
  return disease.id;
};

/** Creates what the screens show beyond the sample data. */
const createSamples = async (api: Api): Promise<Samples> => {
  const [full] = await api.find('Asthma');
  const images = async () => (full ? (await api.detail(full.id)).images.length : 0);
  await becomes(images, 1, 'images of the sample data', SAMPLES_TIMEOUT_MS);
  const bare = await api.disease();
  const deleted = await api.disease({ nameKn: 'ಅಳಿಸಿದ ರೋಗ' });
  await api.call('DELETE', `/api/diseases/${deleted.id}`);
  return { full: full?.id ?? '', bare: bare.id, long: await createLongNames(api) };
};

interface ScreenFixtures {
  changesVisitor: boolean;
}
interface ScreenWorker {
  samples: Samples;
  /** Pages that the screens of a worker share, by identity: a page load costs more than all checks of a screen. */
  sharedVisitors: Map<string, Visitor>;
}

/** A test of a screen; its worker creates the samples once. */
export const withScreens = test.extend<ScreenFixtures, ScreenWorker>({
  changesVisitor: [false, { option: true }],
  samples: [
    async ({}, use) => {
      const api = new Api(sharedSession().token);
      await use(await createSamples(api));
      await api.clear();
    },
    { scope: 'worker' },
  ],
  sharedVisitors: [
    async ({}, use) => {
      const visitors = new Map<string, Visitor>();
      await use(visitors);
      for (const { context } of visitors.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  visitor: async ({ browser, as, language, changesVisitor, sharedVisitors }, use) => {
    const key = `${as} ${language}`;
    const visitor = sharedVisitors.get(key) ?? (await newVisitor(browser, { as, language }));
    sharedVisitors.set(key, visitor);
    await use(visitor);
    expect(visitor.watch.problems.splice(0), 'problems behind the page').toEqual([]);
    if (!changesVisitor) return;
    sharedVisitors.delete(key);
    await visitor.context.close();
  },
  watch: async ({ visitor }, use) => use(visitor.watch),
  page: async ({ visitor }, use) => use(visitor.page),
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
  watch.allow(404, '/api/access/link');
  const path = typeof screen.path === 'string' ? screen.path : screen.path(samples);
  if (page.url() === 'about:blank') await page.goto(path);
  // What the screen before has opened is closed on another page.
  else {
    const between = page.getByRole('heading', { name: visitor.t('notFound:title') });
    await moveTo(page, NOT_FOUND);
    await shown(between);
    await moveTo(page, path);
    if (path !== NOT_FOUND) await gone(between);
  }
  // While its code is loading, a page has a header already, but no content.
  await shown(page.locator('#content'));
  await screen.then?.(visitor);
  await shown(screen.ready(visitor));
  await watch.settled();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
};

/** Chooses the theme as if it were done in another tab: what is on the page stays as it is. */
const switchTheme = async (page: Page, theme: Theme): Promise<void> => {
  await page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  }, theme);
  await becomes(() => page.locator('html').getAttribute('data-theme'), theme, 'theme');
};

/** The page has all its texts, and is accessible and not cut off in the views that its name chooses. */
export const looksRight = async (page: Page, name: string, language: Language): Promise<void> => {
  expect(await missing(page), 'texts that are missing').toEqual([]);
  for (const { theme, width } of viewsOf(name)) {
    await switchTheme(page, theme);
    await fits(page, width);
    expect(await violations(page), `axe in ${theme} at ${width} px`).toEqual([]);
    await photograph(page, `${name} ${width} ${theme} ${language}`);
  }
  await fits(page, NARROWEST);
};
