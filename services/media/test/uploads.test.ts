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
import { expect, it } from 'vitest';
import { SVG, tooLarge } from './hostile/refused.js';
import { put, testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia();
const UNKNOWN = 'f'.repeat(24);
/** An upload whose bytes are there. */
const staged = async (given: Buffer, bytes = given.length) => {
  const { uploadId } = await media.stage(given);
  return { uploadId, finish: () => media.call(finishUpload, { uploadId, bytes }) };
};
const isEmpty = async () => (await media.keys('staging/')).length === 0;

it('an upload becomes an image that is ready, listed, and served in three sizes', async () => {
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
  await waitUntil(isEmpty, 'still staged');
  expect(await media.call(waitForUpload, { uploadId })).toEqual(image);
});

it('an upload gives the same image if it is finished again, at once and later', async () => {
  const { uploadId, finish } = await staged(await photograph(300, 200));
  const [one, other] = await Promise.all([finish(), finish()]);
  expect(other).toEqual(one);
  expect(await finish()).toEqual(one);
  expect(await media.images.countDocuments({ uploadId })).toBe(1);
});

it('an upload is the same one if the request is repeated with its Idempotency-Key', async () => {
  const { id: treatmentId } = media.catalog.add();
  const begin = () =>
    media.call(beginUpload, { treatmentId, title: 'x' }, { idempotencyKey: 'the-same' });
  const first = await begin();
  expect((await begin()).uploadId).toBe(first.uploadId);
});

it('an upload needs an existing treatment', async () => {
  const missing = { code: 'NOT_FOUND', params: { kind: 'treatment' } };
  await expect(media.begin(UNKNOWN)).rejects.toMatchObject(missing);
});

it('an upload that was interrupted leaves nothing behind', async () => {
  const { uploadId, putUrl } = await media.begin();
  const cut = new AbortController();
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new Uint8Array(1_000)),
    pull: () => cut.abort(),
  });
  const request = { method: 'PUT', body, duplex: 'half', signal: cut.signal } as const;
  await expect(fetch(putUrl, request as RequestInit)).rejects.toThrow();
  const finished = media.call(finishUpload, { uploadId, bytes: 5_000 });
  await expect(finished).rejects.toMatchObject({ code: 'UPLOAD_ENDED' });
  await media.call(abortUpload, { uploadId });
  expect([await media.images.countDocuments({ uploadId }), await isEmpty()]).toEqual([0, true]);
});

it.each<[string, ErrorCode, Buffer, number?]>([
  ['an SVG', 'IMAGE_NOT_SUPPORTED', Buffer.from(SVG)],
  ['a byte too many', 'IMAGE_TOO_LARGE', tooLarge, MAX_IMAGE_BYTES],
  ['nothing', 'UPLOAD_ENDED', Buffer.alloc(0), 1],
  ['fewer bytes than declared', 'UPLOAD_ENDED', Buffer.alloc(100), 200],
])('an upload of %s is rejected, with nothing left behind: %s', async (_, code, given, bytes) => {
  const before = await media.keys();
  const { finish } = await staged(given, bytes);
  await expect(finish()).rejects.toMatchObject({ code });
  await waitUntil(async () => (await media.keys()).length === before.length, 'still staged');
});

it('an upload that has killed five workers is rejected', async () => {
  const bytes = await photograph(60, 40);
  const { uploadId, finish } = await staged(bytes);
  const queued = { state: 'processing', queuedAt: new Date(0), tries: 5 } as const;
  await media.images.updateOne({ uploadId }, { $set: queued });
  await expect(finish()).rejects.toMatchObject({ code: 'IMAGE_NOT_SUPPORTED' });
  await waitUntil(isEmpty, 'still staged');
});

it('an upload can be aborted until it is finished', async () => {
  const bytes = await photograph(100, 100);
  const { uploadId, finish } = await staged(bytes);
  await media.call(abortUpload, { uploadId });
  await media.call(abortUpload, { uploadId });
  await expect(finish()).rejects.toMatchObject({ code: 'UPLOAD_ENDED' });
  const image = await media.upload(bytes);
  const { uploadId: finished } = (await media.images.findOne({ filename: image.filename })) ?? {};
  await media.call(abortUpload, { uploadId: finished ?? '' });
  expect(await media.images.countDocuments({ filename: image.filename })).toBe(1);
});
