import { toObjectId } from '@ctdb/chassis';
import { eventSpy, waitUntil } from '@ctdb/chassis/testing';
import {
  deleteImage,
  diseaseEvents,
  imageEvents,
  listImages,
  restoreImage,
  type Image,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { PurgeService } from '../src/trash/purge.service.js';
import { testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia();
const DAY = 86_400_000;

const family = async () => {
  const treatment = media.catalog.add();
  const bytes = await photograph(60, 40);
  const images: Image[] = [];
  for (let count = 0; count < 2; count += 1) images.push(await media.upload(bytes, treatment.id));
  const { diseaseId } = treatment;
  const fact = { diseaseId, nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', version: 2, changes: [] };
  return { treatmentId: treatment.id, diseaseId, images, fact };
};

const listed = async (treatmentId: string) =>
  (await media.call(listImages, { treatmentIds: [treatmentId] })).images.map(({ id }) => id);
const becomes = (treatmentId: string, ids: string[]) =>
  waitUntil(async () => JSON.stringify(await listed(treatmentId)) === JSON.stringify(ids));
const row = (id: string) => media.images.findOne({ _id: toObjectId(id) });
const age = (id: string, days: number) =>
  media.set(id, { deletedAt: new Date(Date.now() - days * DAY) });
const purge = async (id: string) => {
  await waitUntil(async () => {
    await media.worker.get(PurgeService).run();
    return (await row(id)) === null;
  });
};
const objectsOf = async ({ filename }: Image) =>
  media.keys(`images/${filename.split('.')[0] ?? ''}/`);

describe('images of a disease', () => {
  it('are deleted and restored with it, except those deleted before', async () => {
    const { treatmentId, images, fact } = await family();
    const [first, second] = images.map(({ id }) => id) as [string, string];
    await media.call(deleteImage, { id: first });
    await media.catalog.publish(diseaseEvents.deleted, fact);
    await becomes(treatmentId, []);
    const missing = { code: 'NOT_FOUND', params: { kind: 'trashEntry' } };
    await expect(media.call(restoreImage, { id: second })).rejects.toMatchObject(missing);
    await media.catalog.publish(diseaseEvents.restored, fact);
    await becomes(treatmentId, [second]);
    await media.call(restoreImage, { id: first });
    await becomes(treatmentId, [first, second]);
  });

  it('are purged with it: objects and rows', async () => {
    const { treatmentId, diseaseId, images, fact } = await family();
    const other = await family();
    const [image] = images as [Image];
    await media.catalog.publish(diseaseEvents.deleted, fact);
    await becomes(treatmentId, []);
    await media.worker.get(PurgeService).run();
    expect(await objectsOf(image)).toHaveLength(3);
    await media.catalog.publish(diseaseEvents.purged, { diseaseId, treatmentIds: [treatmentId] });
    await waitUntil(async () => (await row(image.id))?.deletedAt?.getTime() === 0);
    for (const each of images) {
      await purge(each.id);
      expect(await objectsOf(each)).toEqual([]);
    }
    expect(await listed(other.treatmentId)).toHaveLength(2);
  });

  const forgotten = async (days: number) => {
    const its = await family();
    await media.catalog.publish(diseaseEvents.deleted, its.fact);
    await becomes(its.treatmentId, []);
    for (const { id } of its.images) await age(id, days);
    return { ...its, image: its.images[0] as Image };
  };

  it('are purged without an event only after the catalog has confirmed it, a week late', async () => {
    const young = await forgotten(36.9);
    const old = await forgotten(37.1);
    media.catalog.become(young.diseaseId, 'gone');
    media.catalog.become(old.diseaseId, 'gone');
    await purge(old.image.id);
    expect((await row(young.image.id))?.deletedAt?.getTime()).toBeGreaterThan(0);
  });

  it('are restored if the event that restored their disease was lost', async () => {
    const { treatmentId, diseaseId, images } = await forgotten(400);
    media.catalog.become(diseaseId, 'live');
    await media.worker.get(PurgeService).run();
    expect(await listed(treatmentId)).toEqual(images.map(({ id }) => id));
  });

  it.each(['deleted', 'unknown'] as const)(
    'stay if their disease is %s in the catalog',
    async (state) => {
      const { diseaseId, image } = await forgotten(400);
      media.catalog.become(diseaseId, state);
      await media.worker.get(PurgeService).run();
      expect((await row(image.id))?.purgedAt).toBeUndefined();
      expect(await objectsOf(image)).toHaveLength(3);
    },
  );
});

it('an image in the trash is purged after 30 days, not before, with one event', async () => {
  const { images } = await family();
  const [old, young] = images as [Image, Image];
  const spy = await eventSpy(media.env, imageEvents.purged);
  for (const { id } of images) await media.call(deleteImage, { id });
  await age(old.id, 30.01);
  await age(young.id, 29.99);
  const tooLate = media.call(restoreImage, { id: old.id });
  await expect(tooLate).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await purge(old.id);
  expect(await objectsOf(old)).toEqual([]);
  expect(await objectsOf(young)).toHaveLength(3);
  await spy.waitFor(imageEvents.purged, ({ payload }) => payload.imageId === old.id);
  expect(spy.of(imageEvents.purged)).toHaveLength(1);
  await media.call(restoreImage, { id: young.id });
  expect(await listed(young.treatmentId)).toEqual([young.id]);
});
