import { randomUUID } from 'node:crypto';
import { AppLogger } from '@ctdb/chassis';
import { expect, it, vi } from 'vitest';
import { UploadSweeper } from '../src/uploads/upload-sweeper.js';
import { testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia();
const MINUTE = 60_000;
/** 30 days, in minutes. */
const MONTH = 30 * 24 * 60;
const run = (minutesFromNow: number) =>
  media.worker.get(UploadSweeper).run(new Date(Date.now() + minutesFromNow * MINUTE));
const put = async (...keys: string[]) => {
  for (const key of keys) await media.store.put(key, Buffer.from('x'), 'image/jpeg');
};

it('the sweeper removes an unfinished upload, but not before its time', async () => {
  const { uploadId } = await media.stage(Buffer.alloc(1_000));
  await run(14);
  expect(await media.keys('staging/')).toEqual([`staging/${uploadId}`]);
  expect(await media.images.countDocuments({ uploadId })).toBe(1);
  await run(16);
  expect(await media.keys('staging/')).toEqual([]);
  expect(await media.images.countDocuments({ uploadId })).toBe(0);
});

it('the sweeper keeps the bytes of an upload that waits for its inspection', async () => {
  const { uploadId } = await media.stage(Buffer.alloc(1_000));
  const queued = { state: 'processing', queuedAt: new Date() } as const;
  await media.images.updateOne({ uploadId }, { $set: queued });
  await run(600);
  expect(await media.keys('staging/')).toEqual([`staging/${uploadId}`]);
  await media.images.deleteOne({ uploadId });
  await run(16);
  expect(await media.keys('staging/')).toEqual([]);
});

it('the sweeper removes objects that no image names after 30 days, and no others', async () => {
  const image = await media.upload(await photograph(60, 40));
  const own = await media.keys('images/');
  const [name] = image.filename.split('.');
  const orphans = [`images/${randomUUID()}/master.jpg`, `images/${name}/older.webp`];
  await put(...orphans, 'elsewhere/x');
  await run(MONTH - 1);
  expect(await media.keys('images/')).toEqual([...own, ...orphans].sort());
  await run(MONTH + 1);
  expect(await media.keys('images/')).toEqual(own);
  expect(await media.keys('elsewhere/')).toHaveLength(1);
});

it('the sweeper removes nothing if too few objects have a record', async () => {
  await media.upload(await photograph(60, 40));
  const own = await media.keys('images/');
  const orphans = Array.from({ length: 21 }, () => `images/${randomUUID()}/master.jpg`);
  await put(...orphans);
  const logged = vi.spyOn(media.worker.get(AppLogger), 'error');
  await run(MONTH + 1);
  expect(await media.keys('images/')).toEqual([...own, ...orphans].sort());
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
});

it('the sweeper removes objects of an interrupted drill after an hour', async () => {
  const left = `drill/${randomUUID()}/${randomUUID()}`;
  await put(left);
  await run(59);
  expect(await media.keys('drill/')).toEqual([left]);
  await run(61);
  expect(await media.keys('drill/')).toEqual([]);
});

it('the sweeper deletes rejected uploads after a day', async () => {
  await expect(media.upload(Buffer.from('no picture'))).rejects.toMatchObject({
    code: 'IMAGE_NOT_SUPPORTED',
  });
  await run(23 * 60);
  expect(await media.images.countDocuments({ state: 'refused' })).toBe(1);
  await run(25 * 60);
  expect(await media.images.countDocuments({ state: 'refused' })).toBe(0);
});
