import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { testEnv } from '@ctdb/chassis/testing';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';

const folder = mkdtempSync(join(tmpdir(), 'ctdb-site-'));
const dist = join(folder, 'dist');
// One request a minute without access: pages and files are not counted.
const env = testEnv({ ...unlimited, RATE_ANONYMOUS: '1', WEB_DIST: dist });
const page = '<!doctype html><title>Colours</title>';
const script = `console.log(${JSON.stringify('ಬಣ್ಣ '.repeat(1_000))});`;

const gateway = await GatewayUnderTest.start(env);
afterAll(() => rmSync(folder, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}) =>
  gateway.call(path, { headers: { accept: 'text/html', ...headers } });

const build = (): void => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), page);
  writeFileSync(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(dist, 'assets', 'index-a1b2.js'), script);
  writeFileSync(join(dist, 'assets', 'kannada.woff2'), Buffer.alloc(4_096, 7));
  writeFileSync(join(dist, '.secret'), 'hidden');
  writeFileSync(join(folder, 'outside.txt'), 'outside');
  symlinkSync(join(folder, 'outside.txt'), join(dist, 'assets', 'link.txt'));
};

describe('the site', () => {
  it('is said to be missing while it is, in both languages, and the API runs', async () => {
    const result = await get('/');
    expect(result.status).toBe(503);
    expect(result.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect(result.text).toContain('not available yet');
    expect(result.text).toContain('ಲಭ್ಯವಿಲ್ಲ');
    expect((await gateway.call('/api/openapi.json')).status).toBe(200);
  });

  it('is served as soon as it is there', async () => {
    build();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const result = await get('/');
    expect({ status: result.status, text: result.text }).toEqual({ status: 200, text: page });
    expect(result.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    const again = await get('/', { 'if-none-match': String(result.headers.etag) });
    expect({ status: again.status, size: again.bytes.length }).toEqual({ status: 304, size: 0 });
  });

  it.each(['/app', '/app/add-treatment/x', '/app?edit=1', '/index.html', '/no/such/screen', '//x'])(
    '%s is the first page',
    async (path) => {
      const result = await get(path);
      expect({ status: result.status, text: result.text }).toEqual({ status: 200, text: page });
      expect(result.headers['cache-control']).toBe('no-cache');
    },
  );

  it('keeps hashed assets for ever, and asks again for all others', async () => {
    const asset = await get('/assets/index-a1b2.js');
    expect(asset.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(asset.text).toBe(script);
    const icon = await get('/favicon.svg');
    expect(icon.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-cache',
    });
  });

  it('is compressed for those who ask, and fonts are not', async () => {
    const path = '/assets/index-a1b2.js';
    const br = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get(path, { 'accept-encoding': 'gzip' });
    const plain = await get(path);
    expect(brotliDecompressSync(br.bytes).toString()).toBe(script);
    expect(gunzipSync(gzip.bytes).toString()).toBe(script);
    expect(br.bytes.length).toBeLessThan(script.length / 10);
    for (const { headers } of [br, gzip, plain]) expect(headers.vary).toBe('accept-encoding');
    const font = await get('/assets/kannada.woff2', { 'accept-encoding': 'br' });
    expect(font.headers['content-encoding']).toBeUndefined();
    expect(font.bytes).toHaveLength(4_096);
  });

  it.each([
    '/assets/index-old.js',
    '/assets/',
    '/missing.png',
    '/.secret',
    '/assets/link.txt',
    '/../outside.txt',
    '/assets/../../outside.txt',
    '/%2e%2e/outside.txt',
    '/assets/%2e%2e%2f%2e%2e%2foutside.txt',
    '/..%5coutside.txt',
  ])('has nothing at %s', async (path) => {
    const result = await get(path);
    expect(result.status).toBe(404);
    expect(result.json()['code']).toBe('NOT_FOUND');
  });

  it('does not send the first page to clients that accept no HTML', async () => {
    expect((await get('/app', { accept: 'image/png' })).status).toBe(404);
    expect((await get('/app', { accept: '*/*' })).status).toBe(200);
  });

  it('answers HEAD like GET, without a body', async () => {
    const result = await gateway.call('/', { method: 'HEAD' });
    expect({ status: result.status, size: result.bytes.length }).toEqual({ status: 200, size: 0 });
    expect(result.headers['content-length']).toBe(String(Buffer.byteLength(page)));
  });
});
