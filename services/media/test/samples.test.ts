import { waitUntil } from '@ctdb/chassis/testing';
import { listImages, getImageUrl, type SampleTreatment } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import sharp from 'sharp';
import { SampleImageJob } from '../src/samples/sample-image-job.js';
import { testMedia } from './support/media.js';

const media = testMedia();

const sample = (color: SampleTreatment['color'], applicationArea: string): SampleTreatment => {
  const { id: treatmentId, diseaseId } = media.catalog.add();
  const names = { nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', applicationAreaKn: 'ಎದೆ' };
  return { treatmentId, diseaseId, color, applicationArea, ...names };
};
const draw = () => media.worker.get(SampleImageJob).run();
const ready = () => media.images.countDocuments({ state: 'ready' });

it('sample images wait for a catalog that has samples', async () => {
  await draw();
  expect(await media.images.countDocuments({})).toBe(0);
});

it('sample images are drawn once for each sample treatment, by several workers', async () => {
  const samples = [sample('green', 'Chest'), sample('red', 'Room light')];
  media.catalog.samples = samples;
  await Promise.all([draw(), draw()]);
  await waitUntil(async () => (await ready()) === 2);
  const treatmentIds = samples.map(({ treatmentId }) => treatmentId);
  const { images } = await media.call(listImages, { treatmentIds });
  expect(images.map(({ treatmentId }) => treatmentId).sort()).toEqual([...treatmentIds].sort());
  const texts = { title: 'Asthma', titleKn: 'ಅಸ್ತಮಾ', descriptionKn: 'ಎದೆ' };
  const drawn = { type: 'treatment_area', isSample: true, width: 1_200, height: 900 };
  for (const image of images) expect(image).toMatchObject({ ...texts, ...drawn });
});

it('sample images show the colour of the protocol where it is applied', async () => {
  const [first] = media.catalog.samples;
  const { images } = await media.call(listImages, { treatmentIds: [first?.treatmentId ?? ''] });
  const filename = images[0]?.filename ?? '';
  const { getUrl } = await media.call(getImageUrl, { filename, size: 'master' });
  const file = Buffer.from(await (await fetch(getUrl)).arrayBuffer());
  const chest = { left: 590, top: 290, width: 20, height: 20 };
  const { channels } = await sharp(await sharp(file).extract(chest).png().toBuffer()).stats();
  const [red, green, blue] = channels.map(({ mean }) => mean) as [number, number, number];
  expect(green).toBeGreaterThan(red + 30);
  expect(green).toBeGreaterThan(blue + 30);
});

it('sample images are not drawn again after they were deleted', async () => {
  await media.images.deleteMany({});
  await draw();
  expect(await media.images.countDocuments({})).toBe(0);
});
