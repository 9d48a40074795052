import { eventSpy } from '@ctdb/chassis/testing';
import {
  type DomainError,
  deleteImage,
  imageEvents,
  listDeletedImages,
  listImages,
  getImageUrl,
  restoreImage,
  updateImage,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia();
const DAY = 86_400_000;
const UNKNOWN = 'f'.repeat(24);
const type = 'disease_photo' as const;

const uploaded = async () => media.upload(await photograph(120, 90));
const listed = async (treatmentId: string) =>
  (await media.call(listImages, { treatmentIds: [treatmentId] })).images;

it('an image is changed only in the expected version', async () => {
  const { call } = media;
  const image = await uploaded();
  const { id } = image;
  const update = (more: object) => call(updateImage, { id, type, title: 'Back', ...more });
  const changed = await update({ ifMatch: 1 });
  const { updatedAt } = changed;
  expect(changed).toMatchObject({ ...image, type, title: 'Back', version: 2, updatedAt });
  const conflict = { code: 'VERSION_CONFLICT', params: { current: changed } };
  await expect(update({ title: 'Front', ifMatch: 1 })).rejects.toMatchObject(conflict);
  await expect(call(deleteImage, { id, ifMatch: 1 })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
  });
  // The description stays where none is given.
  expect(await update({ description: 'd' })).toMatchObject({ description: 'd' });
  expect(await update({})).toMatchObject({ description: 'd', version: 4 });
});

it('an image is changed once by a command that is delivered twice', async () => {
  const { id } = await uploaded();
  const again = { idempotencyKey: `change-${id}` };
  const first = await media.call(updateImage, { id, type, title: 'Once' }, again);
  expect(await media.call(updateImage, { id, type, title: 'Once' }, again)).toEqual(first);
});

it('an image is deleted and restored, with events', async () => {
  const { call } = media;
  const spy = await eventSpy(media.env);
  const image = await uploaded();
  const { id, treatmentId, filename } = image;
  await call(deleteImage, { id });
  expect(await listed(treatmentId)).toEqual([]);
  const gone = { code: 'NOT_FOUND', params: { kind: 'image' } };
  await expect(call(deleteImage, { id })).rejects.toMatchObject(gone);
  await expect(call(updateImage, { id, type, title: 'x' })).rejects.toMatchObject(gone);
  await expect(call(getImageUrl, { filename, size: 'thumb' })).rejects.toMatchObject(gone);

  const [trashed] = await call(listDeletedImages, {});
  expect(trashed).toMatchObject({ id, treatmentId, title: 'Left arm' });
  expect(Date.parse(trashed?.purgeAt ?? '') - Date.parse(trashed?.deletedAt ?? '')).toBe(30 * DAY);

  await call(restoreImage, { id });
  await call(restoreImage, { id });
  expect(await listed(treatmentId)).toEqual([{ ...image, version: 3 }]);
  expect(await call(listDeletedImages, {})).toEqual([]);
  for (const fact of ['deleted', 'restored'] as const)
    expect(await spy.waitFor(imageEvents[fact])).toMatchObject({
      payload: { imageId: id, treatmentId, changes: [] },
      actor: { role: 'admin' },
    });
});

it('an image is not restored without its treatment', async () => {
  const { id, treatmentId } = await uploaded();
  await media.call(deleteImage, { id });
  media.catalog.hide(treatmentId);
  const missing = { code: 'NOT_FOUND', params: { kind: 'trashEntry' } };
  for (const each of [id, UNKNOWN])
    await expect(media.call(restoreImage, { id: each })).rejects.toMatchObject(missing);
});

it('an image is listed with others of some treatments, oldest first of each', async () => {
  const { id: treatmentId } = media.catalog.add();
  const bytes = await photograph(60, 40);
  const first = await media.upload(bytes, treatmentId);
  const second = await media.upload(bytes, treatmentId);
  const { id: other } = media.catalog.add();
  const third = await media.upload(bytes, other);
  const { images } = await media.call(listImages, { treatmentIds: [other, treatmentId] });
  expect(images.map(({ id }) => id)).toEqual([third.id, first.id, second.id]);
});

it('an image is found under its own name only', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000.jpg';
  const codeOf = (filename: string) =>
    media.call(getImageUrl, { filename, size: 'master' }).catch(({ code }: DomainError) => code);
  expect(await codeOf(unknown)).toBe('NOT_FOUND');
  for (const name of ['../../etc/passwd', 'staging/x', unknown.toUpperCase(), `${unknown}\0`])
    expect(await codeOf(name)).toBe('VALIDATION_FAILED');
});
