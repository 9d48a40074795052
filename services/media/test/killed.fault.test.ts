import { setTimeout as pause } from 'node:timers/promises';
import { emptyRedis, killRounds, seededRandom, waitUntil } from '@ctdb/chassis/testing';
import { finishUpload, getImageUrl } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { stagingKey } from '../src/storage/bucket.js';
import { finished, put, testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia('process');
const random = seededRandom();
/** Milliseconds after the work began. */
const moments = Array.from({ length: killRounds(4) }, () => random(700));

const staged = async (bytes: Buffer) => {
  const { uploadId, putUrl } = await media.begin();
  await put(putUrl, bytes);
  return uploadId;
};

describe('the worker', () => {
  it.each(moments)(
    'killed %i ms into its work loses nothing and does nothing twice',
    async (moment) => {
      const bytes = await photograph(3_000, 2_000);
      const uploadIds = [await staged(bytes), await staged(bytes)];
      const results = uploadIds.map((uploadId) => finished(media, uploadId, bytes.length));
      await waitUntil(
        async () => (await media.images.countDocuments({ tries: { $gt: 0 } })) > 0,
        'idle',
        60_000,
      );
      await pause(moment);
      await media.process.kill();
      await media.process.start();
      for (const [index, image] of (await Promise.all(results)).entries()) {
        const rows = await media.images.find({ uploadId: uploadIds[index] ?? '' }).toArray();
        expect(rows).toHaveLength(1);
        expect(rows[0]).toMatchObject({ state: 'ready', filename: image.filename });
        for (const size of ['master', 'display', 'thumb'] as const) {
          const place = await media.call(getImageUrl, { filename: image.filename, size });
          const answer = await fetch(place.getUrl);
          expect((await answer.arrayBuffer()).byteLength).toBe(place.size);
        }
      }
    },
    180_000,
  );

  it('continues uploads after Redis was emptied', async () => {
    const bytes = await photograph(400, 300);
    await media.process.kill();
    const uploadIds = [await staged(bytes), await staged(bytes), await staged(bytes)];
    const results = uploadIds.map((uploadId) => finished(media, uploadId, bytes.length));
    await waitUntil(
      async () =>
        (await media.images.countDocuments({
          uploadId: { $in: uploadIds },
          state: 'processing',
        })) === 3,
    );
    await emptyRedis(media.env);
    await media.process.start();
    expect(new Set((await Promise.all(results)).map(({ id }) => id)).size).toBe(3);
  }, 120_000);

  it('continues an upload at its start although no client waits', async () => {
    const bytes = await photograph(400, 300);
    const uploadId = await staged(bytes);
    await media.process.kill();
    await media.images.updateOne(
      { uploadId },
      { $set: { state: 'processing', stagedBytes: bytes.length, queuedAt: new Date(0) } },
    );
    await emptyRedis(media.env);
    await media.process.start();
    await waitUntil(
      async () => (await media.images.countDocuments({ uploadId, state: 'ready' })) === 1,
      'not ready',
      60_000,
    );
  }, 90_000);

  it('rejects a picture that has killed it five times', async () => {
    const bytes = await photograph(400, 300);
    const uploadId = await staged(bytes);
    await media.images.updateOne(
      { uploadId },
      { $set: { state: 'processing', stagedBytes: bytes.length, queuedAt: new Date(0), tries: 5 } },
    );
    await expect(media.call(finishUpload, { uploadId, bytes: bytes.length })).rejects.toMatchObject(
      {
        code: 'IMAGE_NOT_SUPPORTED',
      },
    );
    // Removed after the refusal is written; what killed workers left behind is the sweeper's.
    await waitUntil(
      async () => (await media.keys(stagingKey(uploadId))).length === 0,
      'still staged',
    );
  }, 60_000);
});
