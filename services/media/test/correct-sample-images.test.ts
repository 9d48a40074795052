import { deterministicId, MONGO, toObjectId } from '@ctdb/chassis';
import { deleteImage, listImages, restoreImage, updateImage, type Image } from '@ctdb/contracts';
import { expect, it, vi } from 'vitest';
import type { Connection } from 'mongoose';
import { correctSampleImages } from '../src/samples/correct-sample-images.js';
import { allBackedUp } from './support/kept.js';
import { testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia();
const type = 'treatment_area';

/** What an earlier version drew for the sample treatment of a key. */
const store = async (key: string, title: string, description: string): Promise<string> => {
  const treatmentId = deterministicId('samples', `${key}/treatment`);
  const { id } = await media.upload(await photograph(60, 40));
  // Afterwards nothing changes the image any more.
  await allBackedUp(media);
  const image = await media.images.findOneAndDelete({ _id: toObjectId(id) });
  if (!image) throw new Error('no image');
  const _id = deterministicId('image', `sample/${treatmentId.toHexString()}`);
  await media.images.insertOne({ ...image, _id, treatmentId, title, description });
  return treatmentId.toHexString();
};
const listed = async (treatmentId: string): Promise<Image | undefined> =>
  (await media.call(listImages, { treatmentIds: [treatmentId] })).images[0];
const correct = () => correctSampleImages.up(media.service.get<Connection>(MONGO));

it('the sample images of an earlier version get a text for each language and the mark, once', async () => {
  const asthma = await store('asthma', 'Asthma · ಅಸ್ತಮಾ', 'Chest · ಎದೆ');
  const edited = await store('migraine', 'Mine · ನನ್ನದು', '');
  const own = await media.upload(await photograph(60, 40));
  await correct();
  await correct();
  expect(await listed(asthma)).toMatchObject({
    title: 'Asthma',
    titleKn: 'ಅಸ್ತಮಾ',
    description: 'Chest',
    descriptionKn: 'ಎದೆ',
    isSample: true,
    version: 2,
  });
  expect(await listed(edited)).toMatchObject({ title: 'Mine · ನನ್ನದು', isSample: false });
  expect(await listed(own.treatmentId)).toEqual(own);
});

it('the sample images of an earlier version are corrected also if they change during the migration', async () => {
  await media.images.deleteMany({});
  const treatmentId = await store('asthma', 'Asthma · ಅಸ್ತಮಾ', 'Chest · ಎದೆ');
  const images = media.service.get<Connection>(MONGO).collection('images');
  const updateOne = images.updateOne.bind(images);
  vi.spyOn(images, 'updateOne').mockImplementationOnce(async (...args) => {
    await media.images.updateOne(
      { treatmentId: toObjectId(treatmentId) },
      { $inc: { version: 1 } },
    );
    return updateOne(...args);
  });
  await correct();
  expect(await listed(treatmentId)).toMatchObject({ titleKn: 'ಅಸ್ತಮಾ', isSample: true });
});

it('the sample images of an earlier version are samples until a person edits them', async () => {
  const { call } = media;
  const treatmentId = await store('eczema', 'Eczema', 'Arms');
  const { id } = (await listed(treatmentId)) ?? { id: '' };
  await media.images.updateOne({ _id: toObjectId(id) }, { $set: { isSample: true } });
  await call(deleteImage, { id });
  vi.spyOn(media.catalog, 'find').mockImplementation(() => media.catalog.add());
  await call(restoreImage, { id });
  expect(await listed(treatmentId)).toMatchObject({ isSample: true });
  const texts = { title: 'Arm', titleKn: 'ತೋಳು' };
  expect(await call(updateImage, { id, type, ...texts })).toMatchObject({
    ...texts,
    description: 'Arms',
    isSample: false,
  });
  expect(await call(updateImage, { id, type, title: 'Left arm' })).toMatchObject({
    titleKn: 'ತೋಳು',
  });
});
