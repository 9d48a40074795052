import { rm } from 'node:fs/promises';
import { backgroundContext } from '@ctdb/chassis';
import { fixImages, getBackupStatus, getImageHealth } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { Types } from 'mongoose';
import { BackupsService } from '../src/backups/backups.service.js';
import {
  backupFile,
  flipFile,
  flipObject,
  keepBackedUp,
  masterOf,
  rowOf,
  sha256,
  uploadBackedUp,
} from './support/kept.js';
import { testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia();

const backedUp = () => uploadBackedUp(media);

const expectValidMaster = async (id: Types.ObjectId) => {
  const master = masterOf(await rowOf(media, id));
  expect(sha256(await media.store.read(master.key))).toBe(master.sha256);
};

it('the image check repairs the corrupt copy from the valid one, and the sizes from the master', async () => {
  const all = [await backedUp(), await backedUp(), await backedUp(), await backedUp()] as const;
  const [master, backup, lost, sizes] = all;
  await flipObject(media, masterOf(master));
  await flipFile(await backupFile(media, backup._id));
  await media.store.remove([masterOf(lost).key]);
  await rm(await backupFile(media, sizes._id));
  await flipObject(media, sizes.files?.display ?? masterOf(sizes));
  await media.store.remove([sizes.files?.thumb.key ?? '']);

  const health = await media.call(fixImages, {});
  const figures = { checked: 4, repaired: 4, unrepairable: [] };
  expect(health).toMatchObject({ status: 'completed', ...figures });
  for (const { _id } of all) await expectValidMaster(_id);
  const made = (await rowOf(media, sizes._id)).files;
  for (const file of [made?.display, made?.thumb])
    expect(sha256(await media.store.read(file?.key ?? ''))).toBe(file?.sha256);
  expect(await media.call(fixImages, {})).toMatchObject({ checked: 4, repaired: 0 });
  expect((await media.call(getImageHealth, {})).last).toMatchObject({ repaired: 0 });
  expect(await media.call(getBackupStatus, {})).toMatchObject({ backupCoverage: 100 });
});

it('the image check returns its progress if it takes too long, and continues', async () => {
  const health = media.service.get(BackupsService);
  const begun = await health.checkImages(backgroundContext(), 0);
  expect(begun).toMatchObject({ status: 'running', repaired: 0 });
  expect(await media.call(fixImages, {})).toMatchObject({ id: begun.id, status: 'completed' });
});

it('the image check lists images that cannot be repaired, and overwrites nothing', async () => {
  const [image] = await keepBackedUp(media, 1);
  await flipObject(media, masterOf(image));
  await flipFile(await backupFile(media, image._id));
  const before = sha256(await media.store.read(masterOf(image).key));
  const { unrepairable } = await media.call(fixImages, {});
  expect(unrepairable).toEqual([
    { imageId: image._id.toHexString(), title: image.title, reason: 'noRightCopy' },
  ]);
  expect(sha256(await media.store.read(masterOf(image).key))).toBe(before);
  const status = await media.call(getBackupStatus, {});
  expect(status.totalBackups).toBe(status.totalImages - 1);
  await media.images.deleteOne({ _id: image._id });
});

it('the image check converts legacy images, and removes their bytes only then', async () => {
  const ids = { _id: new Types.ObjectId(), uploadId: 'old' };
  const old = { ...(await backedUp()), ...ids, backedUpAt: null };
  delete old.filename;
  delete old.files;
  const jpeg = await photograph(120, 90);
  const bad = { ...old, _id: new Types.ObjectId(), uploadId: 'bad', imageData: 'AAAA' };
  await media.images.insertMany([{ ...old, imageData: jpeg.toString('base64') }, bad]);
  const { unrepairable } = await media.call(fixImages, {});
  expect(unrepairable).toMatchObject([{ imageId: bad._id.toHexString(), reason: 'undecodable' }]);
  await expectValidMaster(old._id);
  const row = await rowOf(media, old._id);
  expect(row).toMatchObject({ width: 120, height: 90 });
  expect(row.imageData).toBeUndefined();
  expect(row.backedUpAt).toBeInstanceOf(Date);
  expect((await rowOf(media, bad._id)).imageData).toBe('AAAA');
});
