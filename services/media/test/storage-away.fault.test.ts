import { Health } from '@ctdb/chassis';
import { TcpProxy, waitUntil } from '@ctdb/chassis/testing';
import { finishUpload } from '@ctdb/contracts';
import { expect, it, vi } from 'vitest';
import { UploadsRepository } from '../src/uploads/uploads.repository.js';
import { testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const storage = await TcpProxy.to(process.env['S3_ENDPOINT'] ?? '');
const media = testMedia('inside', { S3_ENDPOINT: new URL(storage.url).origin });
media.env.onEnd(() => storage.stop());

it('an upload gets an error while the storage is away, is retried, not lost, and becomes ready', async () => {
  const bytes = await photograph(300, 200);
  const [unfinished, queued] = [await media.stage(bytes), await media.stage(bytes)];
  const finish = ({ uploadId }: typeof queued) =>
    media.call(finishUpload, { uploadId, bytes: bytes.length });
  await storage.stop();
  await expect(finish(unfinished)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await media.service.get(Health).failed()).toEqual(['storage']);
  const undone = vi.spyOn(media.worker.get(UploadsRepository), 'undoAttempt');
  const { uploadId } = queued;
  await media.images.updateOne(
    { uploadId },
    { $set: { state: 'processing', queuedAt: new Date(0) } },
  );
  const finished = finish(queued);
  await waitUntil(() => undone.mock.calls.length >= 2, 'it is not tried again', 30_000);
  await Promise.all(undone.mock.results.map(({ value }) => value as Promise<void>));
  const row = await media.images.findOne({ uploadId });
  expect(row?.state).toBe('processing');
  expect(row?.tries).toBeLessThanOrEqual(1);
  await storage.start();
  for (const image of [await finished, await finish(unfinished)])
    expect(image).toMatchObject({ width: 300 });
  expect(await media.service.get(Health).failed()).toEqual([]);
}, 60_000);
