import type { Client } from '../http/client.ts';
import { must, type Report } from '../report.ts';
import { until } from '../until.ts';

/** How many diseases a new registry is filled with. */
export const SAMPLES = 24;
const SOON_MS = 60_000;

/** Two of each start at once on empty databases: what a first start makes is there, and once. */
export async function checkSamples(report: Report, client: Client): Promise<void> {
  await report.check('what a first start makes is there once', async () => {
    const all = await client.json<{ id: string; nameEn: string }[]>({ path: '/api/diseases' });
    const names = new Set(all.map(({ nameEn }) => nameEn));
    must(
      all.length === SAMPLES && names.size === SAMPLES,
      `${all.length} diseases, ${names.size} names`,
    );
    const counts = await until('every sample has an image', SOON_MS, async () => {
      const found = await Promise.all(all.map(({ id }) => imagesOf(client, id)));
      return found.every((count) => count > 0) ? found : undefined;
    });
    const images = counts.reduce((sum, count) => sum + count, 0);
    must(images === SAMPLES, `${images} images of ${SAMPLES} samples`);
    return `${all.length} diseases, ${images} images`;
  });
}

async function imagesOf(client: Client, diseaseId: string): Promise<number> {
  const path = `/api/treatments/disease/${diseaseId}`;
  return (await client.json<{ images: unknown[] }>({ path })).images.length;
}
