import { eventSpy, waitUntil } from '@ctdb/chassis/testing';
import {
  abortUpload,
  waitForUpload,
  beginUpload,
  finishUpload,
  imageEvents,
  listImages,
  getImageUrl,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { put, testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia('inside');
const UNKNOWN = 'f'.repeat(24);

describe('an upload', () => {
  it('becomes an image that is ready, listed, and served in three sizes', async () => {
    const spy = await eventSpy(media.env, imageEvents.uploaded);
    const bytes = await photograph(2_000, 1_000);
    const { uploadId, putUrl, treatmentId } = await media.begin();
    await put(putUrl, bytes);
    const image = await media.call(finishUpload, { uploadId, bytes: bytes.length });
    expect(image).toMatchObject({ treatmentId, title: 'Left arm', width: 2_000, height: 1_000 });
    expect(image.type).toBe('treatment_area');
    const listed = await media.call(listImages, { treatmentIds: [treatmentId] });
    expect(listed.images).toEqual([image]);
    const { filename } = image;
    for (const size of ['master', 'display', 'thumb'] as const) {
      const place = await media.call(getImageUrl, { filename, size });
      const answer = await fetch(place.getUrl);
      expect(answer.headers.get('content-type')).toBe(place.contentType);
      expect((await answer.arrayBuffer()).byteLength).toBe(place.size);
    }
    const { payload, actor } = await spy.waitFor(imageEvents.uploaded);
    expect(payload).toMatchObject({ imageId: image.id, treatmentId, title: 'Left arm' });
    expect(actor.role).toBe('admin');
    // The answer does not wait for it.
    await waitUntil(async () => (await media.keys('staging/')).length === 0, 'still staged');
  });

  it('gives the same image if it is finished again, at once and later', async () => {
    const bytes = await photograph(300, 200);
    const { uploadId, putUrl } = await media.begin();
    await put(putUrl, bytes);
    const finish = () => media.call(finishUpload, { uploadId, bytes: bytes.length });
    const [one, other] = await Promise.all([finish(), finish()]);
    expect(other).toEqual(one);
    expect(await finish()).toEqual(one);
    expect(await media.images.countDocuments({ uploadId })).toBe(1);
  });

  it('is the same one if the request is repeated with its Idempotency-Key', async () => {
    const { id: treatmentId } = media.catalog.add();
    const begin = () =>
      media.call(beginUpload, { treatmentId, title: 'x' }, { idempotencyKey: 'the-same' });
    const first = await begin();
    expect((await begin()).uploadId).toBe(first.uploadId);
  });

  it('needs an existing treatment', async () => {
    await expect(media.begin(UNKNOWN)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      params: { kind: 'treatment' },
    });
  });

  it('that was interrupted leaves nothing behind', async () => {
    const { uploadId, putUrl } = await media.begin();
    const cut = new AbortController();
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new Uint8Array(1_000)),
      pull: () => cut.abort(),
    });
    const sent = fetch(putUrl, {
      method: 'PUT',
      body,
      duplex: 'half',
      signal: cut.signal,
    } as RequestInit);
    await expect(sent).rejects.toThrow();
    await expect(media.call(finishUpload, { uploadId, bytes: 5_000 })).rejects.toMatchObject({
      code: 'UPLOAD_ENDED',
    });
    await media.call(abortUpload, { uploadId });
    expect(await media.images.countDocuments({ uploadId })).toBe(0);
    expect(await media.keys('staging/')).toEqual([]);
  });

  it('that is shorter than declared is rejected', async () => {
    const { uploadId, putUrl } = await media.begin();
    await put(putUrl, Buffer.alloc(100));
    await expect(media.call(finishUpload, { uploadId, bytes: 200 })).rejects.toMatchObject({
      code: 'UPLOAD_ENDED',
    });
    expect(await media.keys('staging/')).toEqual([]);
  });

  it('can be aborted until it is finished', async () => {
    const bytes = await photograph(100, 100);
    const { uploadId, putUrl } = await media.begin();
    await put(putUrl, bytes);
    await media.call(abortUpload, { uploadId });
    await media.call(abortUpload, { uploadId });
    await expect(media.call(finishUpload, { uploadId, bytes: bytes.length })).rejects.toMatchObject(
      { code: 'UPLOAD_ENDED' },
    );
    const image = await media.upload(bytes);
    const { uploadId: finished } = (await media.images.findOne({ filename: image.filename })) ?? {};
    await media.call(abortUpload, { uploadId: finished ?? '' });
    expect(await media.images.countDocuments({ filename: image.filename })).toBe(1);
  });

  it('becomes ready although Redis lost its job', async () => {
    const bytes = await photograph(200, 100);
    const { uploadId, putUrl } = await media.begin();
    await put(putUrl, bytes);
    // As if the process had died between its write and its word to the queue.
    await media.images.updateOne(
      { uploadId },
      { $set: { state: 'processing', queuedAt: new Date(0) } },
    );
    const image = await media.call(finishUpload, { uploadId, bytes: bytes.length });
    expect(image).toMatchObject({ width: 200, height: 100 });
    expect(await media.call(waitForUpload, { uploadId })).toEqual(image);
    await waitUntil(async () => (await media.keys('staging/')).length === 0);
  });
});
