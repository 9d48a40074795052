import { beforeAll, describe, expect, it } from '@jest/globals';
import { testEnv } from '@ctdb/chassis/testing';
import { abortUpload, beginUpload, finishUpload, listImages, updateImage } from '@ctdb/contracts';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { ids } from './support/records.js';
import { stagedCatalog } from './support/staged-catalog.js';
import type { StagedService } from './support/staged-service.js';
import { image, stagedMedia, uploadId } from './support/staged-media.js';
import { objectBytes, Storage } from './support/storage.js';

const env = testEnv(unlimited);
let gateway: GatewayUnderTest;
let storage: Storage;
let media: StagedService;
let admin: { authorization: string };

beforeAll(async () => {
  storage = await Storage.start(env);
  media = stagedMedia(storage.url);
  await media.start(env);
  await stagedCatalog().start(env);
  gateway = await GatewayUnderTest.start(env);
  admin = await gateway.admin();
}, 30_000);

const BOUNDARY = 'xYzZY';
type Part = [name: string, value: string | Buffer, filename?: string];
const form = (parts: Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([name, value, filename]) => {
      const file = filename === undefined ? '' : `; filename="${filename}"`;
      const type = filename === undefined ? '' : '\r\nContent-Type: image/jpeg';
      const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}${type}\r\n\r\n`;
      return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
    }),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
const upload = (parts: Part[], headers = {}) =>
  gateway.call('/api/treatments/images', {
    method: 'POST',
    raw: form(parts),
    headers: { ...admin, 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  });
const file: Part = ['image', Buffer.alloc(70_000, 7), '../../etc/passwd.jpg'];
const fields: Part[] = [
  ['treatmentId', ids.treatment],
  ['type', 'disease_photo'],
  ['title', 'ಎದೆ'],
];

describe('an upload', () => {
  it.each([
    ['before', [file, ...fields]],
    ['after', [...fields, file]],
    ['between', [...fields.slice(0, 1), file, ...fields.slice(1)]],
  ] as [string, Part[]][])(
    'with the file %s the fields reaches storage whole',
    async (_, parts) => {
      const result = await upload(parts);
      expect([result.status, result.json()]).toEqual([201, image]);
      expect(result.headers.location).toBe(`/uploads/${image.filename}`);
      expect(media.last(beginUpload).request).toEqual({
        treatmentId: ids.treatment,
        type: 'disease_photo',
        title: 'ಎದೆ',
        description: '',
      });
      const put = storage.puts.at(-1);
      expect(put).toMatchObject({ path: `/staging/${uploadId}?signature=1`, declared: '70000' });
      expect(put?.bytes.equals(file[1] as Buffer)).toBe(true);
      expect(media.last(finishUpload).request).toEqual({ uploadId, bytes: 70_000 });
    },
  );

  it.each([
    ['FILE_REQUIRED', 400, fields],
    ['FILE_REQUIRED', 400, [...fields, ['image', '', 'a.jpg']]],
    ['VALIDATION_FAILED', 400, [file, ...fields.slice(0, 2)]],
    ['VALIDATION_FAILED', 400, [file, ...fields.slice(0, 2), ['title', '  ']]],
    ['VALIDATION_FAILED', 400, [file, ...fields, ['owner', 'me']]],
    ['MALFORMED_BODY', 400, [file, file, ...fields]],
    ['MALFORMED_BODY', 400, [...fields, ['title', 'again'], file]],
    ['MALFORMED_BODY', 400, [...fields, ['avatar', 'x', 'a.jpg']]],
    ['NOT_FOUND', 404, [['treatmentId', ids.unknown], ...fields.slice(1), file]],
    ['IMAGE_TOO_LARGE', 413, [...fields, ['image', Buffer.alloc(10_485_761), 'a.jpg']]],
  ] as [string, number, Part[]][])('is refused with %s', async (code, status, parts) => {
    const before = storage.puts.length;
    const result = await upload(parts);
    expect([result.status, result.json()['code']]).toEqual([status, code]);
    expect(storage.puts).toHaveLength(before);
  });

  it('of exactly 10 MB is taken', async () => {
    const most: Part = ['image', Buffer.alloc(10_485_760, 1), 'a.jpg'];
    expect((await upload([...fields, most])).status).toBe(201);
    expect(storage.puts.at(-1)?.bytes).toHaveLength(10_485_760);
  });

  it('that storage does not take leaves nothing behind, and may be tried again', async () => {
    storage.isBroken = true;
    const result = await upload([...fields, file]);
    storage.isBroken = false;
    expect(result.status).toBe(503);
    expect(media.last(abortUpload).request).toEqual({ uploadId });
  });

  it('that is no form is refused', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'text/plain']) {
      const { status } = await upload([file], { 'content-type': type });
      expect([400, 415]).toContain(status);
    }
    const cut = await gateway.call('/api/treatments/images', {
      method: 'POST',
      raw: form([...fields, file]).subarray(0, 40_000),
      headers: { ...admin, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
    expect(cut.json()['code']).toBe('MALFORMED_BODY');
  });
});

describe('an image', () => {
  const path = `/uploads/${image.filename}`;

  it('is served to holders alone, asked again every time, and can do nothing', async () => {
    expect((await gateway.call(path)).status).toBe(401);
    const headers = await gateway.pass('hourly');
    const result = await gateway.call(path, { headers });
    expect(result.status).toBe(200);
    expect(result.bytes.equals(objectBytes)).toBe(true);
    expect(result.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '1000',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      etag: '"master.1"',
    });
    expect(result.headers['content-security-policy']).toContain('sandbox');
    const again = await gateway.call(path, {
      headers: { ...headers, 'if-none-match': '"master.1"' },
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('comes in sizes and in parts', async () => {
    const thumb = await gateway.call(`${path}?size=thumb`, { headers: admin });
    expect(thumb.headers.etag).toBe('"thumb.1"');
    const part = await gateway.call(path, { headers: { ...admin, range: 'bytes=990-' } });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe('bytes 990-999/1000');
    expect(part.bytes.equals(objectBytes.subarray(990))).toBe(true);
    const none = await gateway.call(path, { headers: { ...admin, range: 'bytes=1000-' } });
    expect([none.status, none.json()['code']]).toEqual([416, 'RANGE_NOT_SATISFIABLE']);
    const stale = { ...admin, range: 'bytes=0-1', 'if-range': '"old"' };
    expect((await gateway.call(path, { headers: stale })).status).toBe(200);
  });

  it.each(['x.jpg', '..%2f..%2fetc%2fpasswd', '%2e%2e', `${image.filename}.exe`, '%00'])(
    'of a name that is none of ours (%s) is not there',
    async (name) => {
      const result = await gateway.call(`/uploads/${name}`, { headers: admin });
      expect([result.status, result.json()['code']]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it('is shown to an administrator by the cookie of images, which opens nothing else', async () => {
    const cookie = `admin_uploads=${admin.authorization.slice('Bearer '.length)}`;
    expect((await gateway.call(path, { headers: { cookie } })).status).toBe(200);
    expect((await gateway.call('/api/diseases', { headers: { cookie } })).status).toBe(401);
  });

  it('is not shown while storage is away', async () => {
    storage.isBroken = true;
    const result = await gateway.call(path, { headers: admin });
    storage.isBroken = false;
    expect(result.status).toBe(503);
  });

  it('keeps its version, and conflicts are told', async () => {
    const json = { type: 'disease_photo', title: 'Back' };
    const target = `/api/treatments/images/${ids.image}`;
    const headers = { ...admin, 'if-match': '"1"' };
    const result = await gateway.call(target, { method: 'PUT', json, headers });
    expect([result.status, result.headers.etag]).toEqual([200, '"2"']);
    expect(media.last(updateImage).request).toEqual({ ...json, id: ids.image, ifMatch: 1 });
  });
});

describe('a treatment', () => {
  const path = `/api/treatments/disease/${ids.disease}`;

  it('comes with its images, or says that they cannot be told', async () => {
    expect((await gateway.call(path, { headers: admin })).json()['images']).toEqual([image]);
    const normal = media.answererOf(listImages);
    media.answer(listImages, () => {
      throw new Error('away');
    });
    const result = await gateway.call(path, { headers: admin });
    media.answer(listImages, normal);
    expect(result.json()).toMatchObject({ images: [], imagesUnavailable: true, notesCount: 7 });
  });
});
