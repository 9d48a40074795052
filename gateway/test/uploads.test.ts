import { describe, expect, it } from 'vitest';
import { getFreeSampleImage, getImageUrl, signIn } from '@ctdb/contracts';
import type { OutgoingHttpHeaders } from 'node:http';
import { sharedStage } from './support/stage.js';
import { ids } from './support/records.js';
import { image } from './support/stub-media.js';
import { objectBytes } from './support/storage.js';

const { admin, billing, catalog, gateway, media, storage } = await sharedStage();

const path = `/uploads/${image.filename}`;
const get = (headers: OutgoingHttpHeaders = {}, method = 'GET') =>
  gateway.call(path, { method, headers: { ...admin, ...headers } });
const guarded = {
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  etag: '"master.1"',
};

describe('the bytes of an image', () => {
  it('come whole, are asked for again every time, and can do nothing', async () => {
    const { status, bytes, headers } = await get();
    expect([status, bytes.equals(objectBytes)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      ...guarded,
      'content-type': 'image/jpeg',
      'content-disposition': `inline; filename="${image.filename.replace('.jpg', '.jpeg')}"`,
      'content-length': '1000',
      'accept-ranges': 'bytes',
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('are not sent to a client that has them', async () => {
    const before = storage.gets;
    const { status, bytes, headers } = await get({ 'if-none-match': '"old", "master.1"' });
    expect([status, bytes.length, storage.gets]).toEqual([304, 0, before]);
    expect(headers).toMatchObject(guarded);
  });

  it('are described to HEAD, without being fetched', async () => {
    const before = storage.gets;
    const { status, bytes, headers } = await get({ range: 'bytes=0-9' }, 'HEAD');
    expect([status, bytes.length, storage.gets]).toEqual([200, 0, before]);
    expect(headers).toMatchObject({ ...guarded, 'content-length': '1000' });
    expect((await gateway.call(path, { method: 'HEAD' })).status).toBe(401);
  });

  it('come in the size that is asked for', async () => {
    const { headers } = await gateway.call(`${path}?size=thumb`, { headers: admin });
    expect(headers.etag).toBe('"thumb.1"');
    expect(media.last(getImageUrl).request).toEqual({ filename: image.filename, size: 'thumb' });
    const other = await gateway.call(`${path}?size=huge`, { headers: admin });
    expect(other.json()['code']).toBe('VALIDATION_FAILED');
  });
});

describe('parts of an image', () => {
  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=990-', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=500-99999', 500, 999],
  ])('%s', async (range, first, last) => {
    const { status, bytes, headers } = await get({ range });
    expect(status).toBe(206);
    expect(headers).toMatchObject({
      ...guarded,
      'content-range': `bytes ${first}-${last}/1000`,
      'content-length': String(last - first + 1),
    });
    expect(bytes.equals(objectBytes.subarray(first, last + 1))).toBe(true);
  });

  it.each(['bytes=1000-', 'bytes=-0'])('that are not there (%s) are refused', async (range) => {
    const { status, headers, json } = await get({ range });
    expect([status, json()['code']]).toEqual([416, 'RANGE_NOT_SATISFIABLE']);
    const expected = { 'content-range': 'bytes */1000', 'cache-control': 'no-store' };
    expect(headers).toMatchObject(expected);
    expect(headers.etag).toBeUndefined();
  });

  it('of another kind, or of what has changed since, are all', async () => {
    const statusOf = async (range: string, ifRange?: string) =>
      (await get({ range, ...(ifRange && { 'if-range': ifRange }) })).status;
    for (const range of ['bytes=0-1,5-6', 'lines=0-1', 'bytes=9-1'])
      expect(await statusOf(range)).toBe(200);
    expect(await statusOf('bytes=0-1', '"old"')).toBe(200);
    expect(await statusOf('bytes=0-1', '"master.1"')).toBe(206);
  });
});

describe('a name', () => {
  const statusOf = async (name: string) =>
    (await gateway.call(`/uploads/${name}`, { headers: admin })).status;

  it('that is none of ours is not there, and what is no name is refused', async () => {
    const { filename } = image;
    const foreign = [
      ...['x.jpg', '../etc/passwd', '..%2f..%2fetc%2fpasswd', '..%5c..%5cwin.ini'],
      ...['.exe', '%00.png', '%0d%0ax:%20y'].map((end) => filename + end),
      ...[filename.toUpperCase(), filename.replace('5', '6')],
    ];
    for (const name of foreign) expect([name, await statusOf(name)]).toEqual([name, 404]);
    for (const name of ['a'.repeat(201), '%zz']) expect(await statusOf(name)).toBe(400);
  });
});

describe('access to an image', () => {
  it('is everyone’s if the catalog says that it is of the free sample', async () => {
    const locate = media.answererOf(getImageUrl);
    catalog.answer(getFreeSampleImage, ({ id: _, ...file }, context) => locate(file, context));
    const free = `/api/samples/${ids.disease}/images/${image.filename}`;
    expect((await gateway.call(free)).bytes.equals(objectBytes)).toBe(true);
  });

  it('is an administrator’s by the cookie of images, which opens nothing else', async () => {
    const usual = billing.answererOf(signIn);
    const token = admin.authorization.slice('Bearer '.length);
    billing.answer(signIn, async (...call) => ({ ...(await usual(...call)), token }));
    const json = { username: 'admin', password: 'correct horse' };
    const { headers } = await gateway.call('/api/admin/login', { method: 'POST', json });
    const cookie = (headers['set-cookie']?.[1] ?? '').split(';')[0] ?? '';
    const value = cookie.slice('admin_uploads='.length);
    expect((await gateway.call(path, { headers: { cookie } })).status).toBe(200);
    // A pass in the same browser is left alone.
    const both = { cookie: `${(await gateway.pass('hourly')).cookie}; ${cookie}` };
    const seen = await gateway.call(path, { headers: both });
    expect(seen.headers['ratelimit-policy']).toBe('"minute";q=1000000;w=60');
    const [sessionHash = ''] = value.split('.');
    const forged = [`${sessionHash}.${'x'.repeat(43)}`, sessionHash, token];
    const others = ['/api/diseases', `/api/treatments/disease/${ids.disease}`, '/api/trash'];
    const refusedAt = async (target: string, headers: Record<string, string>) =>
      expect((await gateway.call(target, { headers })).status).toBe(401);
    for (const one of forged) await refusedAt(path, { cookie: `admin_uploads=${one}` });
    for (const other of others) {
      await refusedAt(other, { cookie });
      await refusedAt(other, { authorization: `Bearer ${value}` });
    }
  });

  it('is a holder’s, also where a session has left its cookie behind', async () => {
    const { cookie } = await gateway.pass('hourly');
    const both = { cookie: `${cookie}; admin_uploads=${'x'.repeat(43)}` };
    expect((await gateway.call(path, { headers: both })).status).toBe(200);
  });
});

describe('without storage', () => {
  it('there is no image, but an answer', async () => {
    storage.isBroken = true;
    const result = await get();
    storage.isBroken = false;
    expect([result.status, result.json()['code']]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(result.headers['cache-control']).toBe('no-store');
    expect((await get()).status).toBe(200);
  });

  it('a connection that it has closed meanwhile is no failure', async () => {
    for (let index = 0; index < 5; index += 1) {
      expect((await get()).status).toBe(200);
      storage.dropConnections();
    }
  });
});
