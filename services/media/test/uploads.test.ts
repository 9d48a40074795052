import { eventSpy, waitUntil } from '@ctdb/chassis/testing';
import {
  abortUpload,
  waitForUpload,
  beginUpload,
  finishUpload,
  imageEvents,
  listImages,
  getImageUrl,
  MAX_IMAGE_BYTES,
  type ErrorCode,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { SVG, tooLarge } from './hostile/refused.js';
import { put, testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia();
const UNKNOWN = 'f'.repeat(24);

describe('an upload', () => {
  it('becomes an image that is ready, listed, and served in three sizes', async () => {
    const spy = await eventSpy(media.env, imageEvents.uploaded);
    const bytes = await photograph(2_000, 1_000);
    const { uploadId, putUrl, treatmentId } = await media.begin();
    // What a browser says of a file counts for nothing.
    await put(putUrl, bytes, 'text/html');
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
      expect(place.contentType).toBe(size === 'master' ? 'image/jpeg' : 'image/webp');
      expect((await answer.arrayBuffer()).byteLength).toBe(place.size);
    }
    const { payload, actor } = await spy.waitFor(
      imageEvents.uploaded,
      (event) => event.payload.imageId === image.id,
    );
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

  it.each<[string, ErrorCode, Buffer, number?]>([
    ['an SVG', 'IMAGE_NOT_SUPPORTED', Buffer.from(SVG)],
    ['a byte too many', 'IMAGE_TOO_LARGE', tooLarge, MAX_IMAGE_BYTES],
    ['nothing', 'UPLOAD_ENDED', Buffer.alloc(0), 1],
    ['fewer bytes than declared', 'UPLOAD_ENDED', Buffer.alloc(100), 200],
  ])('of %s is rejected, with nothing left behind: %s', async (_, code, given, bytes) => {
    const before = await media.keys();
    const { uploadId, putUrl } = await media.begin();
    await put(putUrl, given);
    const finish = media.call(finishUpload, { uploadId, bytes: bytes ?? given.length });
    await expect(finish).rejects.toMatchObject({ code });
    await waitUntil(async () => (await media.keys()).length === before.length, 'still staged');
  });

  it('that has killed five workers is rejected', async () => {
    const bytes = await photograph(60, 40);
    const { uploadId, putUrl } = await media.begin();
    await put(putUrl, bytes);
    const queued = {
      state: 'processing',
      stagedBytes: bytes.length,
      queuedAt: new Date(0),
    } as const;
    await media.images.updateOne({ uploadId }, { $set: { ...queued, tries: 5 } });
    await expect(media.call(finishUpload, { uploadId, bytes: bytes.length })).rejects.toMatchObject(
      { code: 'IMAGE_NOT_SUPPORTED' },
    );
    await waitUntil(async () => (await media.keys('staging/')).length === 0, 'still staged');
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
