import type { Page } from 'playwright-core';
import type { Api } from '../harness/api.ts';
import { becomes, shown } from '../harness/checks.ts';
import { uniqueWord } from '../harness/names.ts';
import type { Visitor } from '../harness/visitor.ts';
import type { Samples, Screen } from './screen.ts';

/** A new database gets its images after the product answers. */
const SAMPLES_MS = 30_000;

/** Makes what the screens show beyond the sample data. */
export const makeSamples = async (api: Api): Promise<Samples> => {
  const [full] = await api.find('Asthma');
  const images = async () => (full ? (await api.detail(full.id)).images.length : 0);
  await becomes(images, 1, 'images of the sample data', SAMPLES_MS);
  const bare = await api.disease();
  const deleted = await api.disease({ nameEn: uniqueWord(), nameKn: 'ಅಳಿಸಿದ ರೋಗ' });
  await api.call('DELETE', `/api/diseases/${deleted.id}`);
  return { full: full?.id ?? '', bare: bare.id };
};

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
  await page.goto(screen.path(samples));
  await screen.then?.(visitor);
  await shown(screen.ready(visitor));
  await settle(page);
};

/** Waits until fonts and data are there. */
const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
};
