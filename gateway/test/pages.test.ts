import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { getPrices, listSampleCards, samplePlaceholders } from '@ctdb/contracts';
import { bundleFolder, write } from './support/bundle.js';
import { sampleCard } from './support/records.js';
import { ownStage } from './support/stage.js';
import { prices, stubBilling } from './support/stub-billing.js';
import { stubCatalog } from './support/stub-catalog.js';
import { unavailable } from './support/stub-service.js';

const folder = bundleFolder();
const name = `Colours</title><script>alert("1")</script> & 'more' %VALUES%`;
const variables = {
  WEB_DIST: folder,
  PRODUCT_NAME_EN: name,
  PRODUCT_NAME_KN: 'ಬಣ್ಣಗಳು',
  TESTIMONIAL_KN: ' ಬೇಗ ಸಿಗುತ್ತದೆ ',
  PAYPAL_CLIENT_ID: 'a-client',
};

const template = (language: string, page: string, more = ''): void =>
  write(
    folder,
    `pages/${language}/${page}.html`,
    `<!doctype html><html lang="${language}"><head><title>${page} · %PRODUCT_NAME_${language.toUpperCase()}%</title></head>` +
      `<body><div id="root" data-values="%VALUES%">${more}${'ಬಣ್ಣ '.repeat(300)}</div></body></html>`,
  );

write(folder, 'index.html', '<!doctype html><title>index</title>');
write(
  folder,
  'pages/screens.json',
  JSON.stringify(['/', '/app', '/app/add-treatment/:id?', '/payment']),
);
for (const language of ['en', 'kn']) {
  template(language, 'landing', `%PRICE_USD% %PRICE_INR% ${samplePlaceholders[0]?.nameEn}`);
  template(language, 'payment.test');
  template(language, 'screen');
  template(language, 'not-found');
}

let usdCents = 999;
const billing = stubBilling().answer(getPrices, () => ({ ...prices, usdCents }));
const sample = { ...sampleCard, nameEn: `Asthma <script>` };
const catalog = stubCatalog().answer(listSampleCards, () => [sample]);
const { gateway } = await ownStage(variables, billing, catalog);

const get = (path: string, headers: Record<string, string> = {}) =>
  gateway.call(path, { headers: { accept: 'text/html', ...headers } });
const pageOf = (html: string) => /<title>([\w.-]+) ·/.exec(html)?.[1];
const languageOf = (html: string) => /<html lang="(\w+)">/.exec(html)?.[1];
const unescapeHtml = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

it.each([
  [undefined, undefined, 'en'],
  [undefined, 'kn-IN,kn;q=0.9,en;q=0.8', 'kn'],
  ['kn', 'en', 'kn'],
  ['en', 'kn', 'en'],
  ['xx', 'kn', 'kn'],
  ['<script>', undefined, 'en'],
])(
  'the language of a page with the cookie %s and Accept-Language %s is %s',
  async (cookie, accepted, expected) => {
    const headers = {
      ...(cookie && { cookie: `a=b; language=${cookie}` }),
      ...(accepted && { 'accept-language': accepted }),
    };
    const result = await get('/', headers);
    expect(languageOf(result.text)).toBe(expected);
    expect(result.headers['vary']).toBe('accept-encoding, cookie, accept-language');
  },
);

it.each([
  ['/', 'landing'],
  ['/?utm_source=x', 'landing'],
  ['/payment', 'payment.test'],
  ['/Payment/', 'payment.test'],
  ['/app', 'screen'],
  ['/app/add-treatment', 'screen'],
  ['/app/add-treatment/1', 'screen'],
  ['/app/add-treatment/1/2', 'not-found'],
  ['/no-such-page', 'not-found'],
  ['/constructor', 'not-found'],
  // The build made no template of it.
  ['/admin-login', 'screen'],
  ['/index.html', 'not-found'],
])('the page at a path %s is %s', async (path, expected) => {
  const { status, text } = await get(path);
  expect([status, pageOf(text)]).toEqual([200, expected]);
});

it('the page at a path is no file to download', async () => {
  for (const path of ['/pages/en/landing.html', '/pages/screens.json'])
    expect((await get(path, { accept: '*/*' })).status).toBe(404);
});

it('the values of a page are shown as text, whatever they are', async () => {
  const { text } = await get('/');
  expect(text).not.toContain('<script>');
  expect(text).toContain('$9.99 ₹799 Asthma &#60;script&#62;');
  const [, json = ''] = /data-values="([^"]*)"/.exec(text) ?? [];
  expect(JSON.parse(unescapeHtml(json))).toMatchObject({
    config: {
      productName: { en: name, kn: 'ಬಣ್ಣಗಳು' },
      payments: { mode: 'test' },
      testimonial: { en: '', kn: 'ಬೇಗ ಸಿಗುತ್ತದೆ', name: '' },
    },
    pricing: { usd_hourly: '9.99', inr_hourly: '799', inr_premium_yearly: '24999' },
    samples: [sample],
  });
  // Only the page that shows them gets them.
  expect((await get('/app')).text).not.toContain('Asthma');
});

it('the values of a page have a tag and are compressed, until they change', async () => {
  const first = await get('/', { 'accept-encoding': 'br' });
  expect(brotliDecompressSync(first.bytes).toString()).toContain('$9.99');
  expect(first.headers['cache-control']).toBe('no-cache');
  const known = { 'if-none-match': String(first.headers['etag']) };
  expect((await get('/', known)).status).toBe(304);
  expect((await get('/', { ...known, 'accept-language': 'kn' })).status).toBe(200);
  usdCents = 1_250;
  const changed = await get('/', known);
  expect([changed.status, changed.text]).toEqual([200, expect.stringContaining('$12.50')]);
});

it('the values of a page are left to the browser while billing does not answer', async () => {
  billing.answer(getPrices, unavailable);
  const { status, text } = await get('/');
  expect([status, pageOf(text)]).toEqual([200, 'screen']);
  expect(text).not.toContain('PRICE');
});
