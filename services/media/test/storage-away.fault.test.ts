import { Health } from '@ctdb/chassis';
import { TcpProxy } from '@ctdb/chassis/testing';
import { finishUpload } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { put, testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const storage = await TcpProxy.to(process.env['S3_ENDPOINT'] ?? '');
const media = testMedia('inside', { S3_ENDPOINT: new URL(storage.url).origin });
media.env.onEnd(() => storage.stop());

describe('while the storage is unreachable', () => {
  it('an upload gets an error, is not lost, and becomes ready afterwards', async () => {
    const bytes = await photograph(300, 200);
    const { uploadId, putUrl } = await media.begin();
    await put(putUrl, bytes);
    const finish = () => media.call(finishUpload, { uploadId, bytes: bytes.length });
    await storage.stop();
    await expect(finish()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await media.service.get(Health).failed()).toEqual(['storage']);
    await storage.start();
    expect(await finish()).toMatchObject({ width: 300 });
    expect(await media.service.get(Health).failed()).toEqual([]);
  });

  it('the worker retries, and rejects nothing', async () => {
    const bytes = await photograph(300, 200);
    const { uploadId, putUrl } = await media.begin();
    await put(putUrl, bytes);
    await storage.stop();
    await media.images.updateOne(
      { uploadId },
      { $set: { state: 'processing', stagedBytes: bytes.length, queuedAt: new Date(0) } },
    );
    const finished = media.call(finishUpload, { uploadId, bytes: bytes.length });
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const row = await media.images.findOne({ uploadId });
    expect(row?.state).toBe('processing');
    expect(row?.tries).toBe(0);
    await storage.start();
    expect(await finished).toMatchObject({ width: 300 });
  }, 60_000);
});
