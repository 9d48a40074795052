import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { bundleFolder, write } from './support/bundle.js';
import { ownStage } from './support/stage.js';

const folder = bundleFolder();
const dist = join(folder, 'dist');
const { gateway } = await ownStage({
  // One request a minute without access: pages and files are not counted.
  RATE_ANONYMOUS: '1',
  WEB_DIST: dist,
  PAYPAL_CLIENT_ID: 'a-client',
});
const page = '<!doctype html><html><head><title>Colours</title></head></html>';
const script = `console.log(${JSON.stringify('ಬಣ್ಣ '.repeat(1_000))});`;

const get = (path: string, headers: Record<string, string> = {}) =>
  gateway.call(path, { headers: { accept: 'text/html', ...headers } });

const build = (): void => {
  write(dist, 'index.html', page);
  write(dist, 'favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write(dist, 'assets/index-a1b2.js', script);
  write(dist, 'assets/kannada.woff2', Buffer.alloc(4_096, 7));
  write(dist, '.secret', 'hidden');
  write(folder, 'outside.txt', 'outside');
  symlinkSync(join(folder, 'outside.txt'), join(dist, 'assets', 'link.txt'));
};

it('the site is said to be missing while it is, in both languages, and the API runs', async () => {
  const result = await get('/');
  expect(result.status).toBe(503);
  expect(result.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
  expect(result.text).toContain('not available yet');
  expect(result.text).toContain('ಲಭ್ಯವಿಲ್ಲ');
  expect((await gateway.call('/api/openapi.json')).status).toBe(200);
});

it('the site is served as soon as it is there', async () => {
  build();
  // The next look is a second after the last one.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_001 });
  const result = await get('/').finally(() => vi.useRealTimers());
  expect([result.status, result.text]).toEqual([200, page]);
  const expected = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
  expect(result.headers).toMatchObject(expected);
  const again = await get('/', { 'if-none-match': String(result.headers.etag) });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const head = await gateway.call('/', { method: 'HEAD' });
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(page)));
});

it('the site has the first page at other paths, which loads nothing from elsewhere', async () => {
  for (const path of ['/app', '/app/add-treatment/x', '/index.html', '/payment/x', '//x']) {
    const { status, text, headers } = await get(path);
    expect([status, text, headers['cache-control']]).toEqual([200, page, 'no-cache']);
    expect(headers['content-security-policy']).not.toMatch(/paypal|google|nonce/);
  }
});

it('the site may load PayPal and Google Pay where one pays, by a nonce of each answer', async () => {
  const nonces = new Set<string | undefined>();
  const paths = ['/hourly-access', '/subscribe', '/payment', '/payment?order=return&token=A1'];
  for (const path of [...paths, ...paths]) {
    const { text, headers } = await get(path);
    const nonce = /<meta name="csp-nonce" content="([\w-]{22})" \/>/.exec(text)?.[1];
    nonces.add(nonce);
    const policy = headers['content-security-policy'];
    const hosts = 'https://*.paypal.com https://*.paypalobjects.com https://pay.google.com';
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}' ${hosts}`);
    expect(policy).toMatch(/frame-src https:\/\/\*\.paypal\.com [^;]*pay\.google\.com/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers['cache-control']).toBe('no-store');
  }
  expect(nonces.size).toBe(2 * paths.length);
  expect(nonces).not.toContain(undefined);
});

it.each([
  [
    '/assets/index-a1b2.js',
    'text/javascript; charset=utf-8',
    'public, max-age=31536000, immutable',
  ],
  ['/favicon.svg', 'image/svg+xml', 'no-cache'],
])(
  'the site keeps hashed assets for ever, and asks again for all others: %s',
  async (path, type, cache) => {
    const expected = { 'content-type': type, 'cache-control': cache };
    const { headers } = await get(path);
    expect(headers).toMatchObject({ ...expected, 'x-content-type-options': 'nosniff' });
  },
);

it('the site is compressed for those who ask, and fonts are not', async () => {
  const path = '/assets/index-a1b2.js';
  const br = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
  const gzip = await get(path, { 'accept-encoding': 'gzip' });
  const plain = await get(path);
  const texts = [brotliDecompressSync(br.bytes), gunzipSync(gzip.bytes), plain.bytes];
  expect(texts.map(String)).toEqual([script, script, script]);
  expect(br.bytes.length).toBeLessThan(script.length / 10);
  for (const { headers } of [br, gzip, plain]) expect(headers.vary).toBe('accept-encoding');
  const font = await get('/assets/kannada.woff2', { 'accept-encoding': 'br' });
  expect(font.headers['content-encoding']).toBeUndefined();
  expect(font.bytes).toHaveLength(4_096);
});

it('the site has nothing outside, nothing hidden, and no file that is not there', async () => {
  const missing = ['assets/index-old.js', 'assets/', 'missing.png', '.secret', 'assets/link.txt'];
  const ways = ['..', 'assets/../..', '%2e%2e', 'assets/%2e%2e%2f%2e%2e%2f.', '..%5c.'];
  for (const path of [...missing, ...ways.map((way) => `${way}/outside.txt`)]) {
    const { status, json } = await get(`/${path}`);
    expect([path, status, json()['code']]).toEqual([path, 404, 'NOT_FOUND']);
  }
});

it('the site does not send the first page to clients that accept no HTML', async () => {
  expect((await get('/app', { accept: 'image/png' })).status).toBe(404);
  expect((await get('/app', { accept: '*/*' })).status).toBe(200);
});
