import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import {
  getDisease,
  getRegistryTags,
  listDiseases,
  listNotes,
  type Disease,
} from '@ctdb/contracts';
import type { Result } from './support/http-client.js';
import { sharedStage } from './support/stage.js';
import { disease, ids } from './support/records.js';
import { unavailable } from './support/stub-service.js';

const { admin, catalog, gateway } = await sharedStage();

const get = (path: string, headers: Record<string, string> = {}) =>
  gateway.call(path, { headers: { ...admin, ...headers } });
const asked = () => catalog.last(listDiseases).request;

/** The registry's state, as the catalog keeps it: a revision, and rows. */
const registry = { revision: 1, items: [disease] as Disease[], reads: 0 };
beforeEach(() => {
  Object.assign(registry, { revision: registry.revision + 1, items: [disease], reads: 0 });
  catalog.answer(listDiseases, ({ knownEtag }) => {
    registry.reads += 1;
    const etag = `r${registry.revision}`;
    if (knownEtag === etag) return { notModified: true, etag, total: 0, items: [] };
    return { notModified: false, etag, total: 24, items: registry.items };
  });
  const tags = () => ({ diseases: `r${registry.revision}`, all: `a${registry.revision}` });
  catalog.answer(getRegistryTags, tags).answer(getDisease, () => {
    registry.reads += 1;
    return registry.items[0] ?? disease;
  });
});

it('GET /api/diseases asks for everything, at most 1,000, where no page is named', async () => {
  const result = await get('/api/diseases?category=All&search=');
  // An earlier file may have left its tag with the gateway.
  expect({ ...(asked() as object), knownEtag: undefined }).toEqual({ page: 1, limit: 1_000 });
  expect(result.json()).toEqual([disease]);
  expect(result.headers).toMatchObject({
    'x-total-count': '24',
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Cookie, accept-encoding',
  });
  expect(result.headers['link']).toBeUndefined();
});

it('GET /api/diseases passes filter, search and page on, and links the other pages', async () => {
  const search = encodeURIComponent('ಮಧು & co');
  const path = `/api/diseases?category=Mental+Health&search=${search}&page=2&limit=5`;
  const result = await get(path);
  const filter = { category: 'Mental Health', search: 'ಮಧು & co' };
  expect(asked()).toEqual({ ...filter, page: 2, limit: 5 });
  const links = String(result.headers['link'])
    .split(', ')
    .map((link) => /^<([^>]+)>; rel="(\w+)"$/.exec(link)?.slice(1));
  expect(links.map((link) => link?.[1])).toEqual(['first', 'prev', 'next', 'last']);
  const pages = links.map((link) =>
    Object.fromEntries(new URL(link?.[0] ?? '', gateway.origin).searchParams),
  );
  const expected = ['1', '1', '3', '5'].map((page) => ({ ...filter, page, limit: '5' }));
  expect(pages).toEqual(expected);
});

it('GET /api/diseases passes the other filters and the order on, and reads again after any change', async () => {
  const area = 'Chest & back';
  const filter = { area, color: 'red', outcome: 'No Change', language: 'missing' };
  const path = `/api/diseases?${new URLSearchParams({ ...filter, sort: 'nameKn', page: '1' })}`;
  const result = await get(path);
  expect(asked()).toEqual({ ...filter, sort: 'nameKn', page: 1, limit: 10 });
  expect(String(result.headers['link'])).toContain('area=Chest+%26+back');
  await get(path);
  const { reads, revision } = registry;
  await get(path);
  expect(registry.reads).toBe(reads);
  const plain = '/api/diseases?sort=nameKn&page=1';
  await get(plain);
  await get(plain);
  const plainReads = registry.reads;
  catalog.answer(getRegistryTags, () => ({ diseases: `r${revision}`, all: 'other' }));
  await get(plain);
  expect(registry.reads).toBe(plainReads);
  await get(path);
  expect(registry.reads).toBe(plainReads + 1);
});

it('GET /api/diseases says in a header what a misspelt search means', async () => {
  const reply = { notModified: false, etag: 'r', total: 0, items: [], didYouMean: 'ಅಸ್ತಮಾ' };
  catalog.answer(listDiseases, () => reply);
  const { headers } = await get('/api/diseases?search=astma&page=1');
  expect(decodeURIComponent(String(headers['x-did-you-mean']))).toBe('ಅಸ್ತಮಾ');
});

it('GET /api/diseases answers 304 without a body until something changes', async () => {
  const first = await get('/api/diseases?page=1');
  const etag = String(first.headers.etag);
  for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const again = await get('/api/diseases?page=1', { 'if-none-match': tag });
    expect([tag, again.status, again.bytes.length]).toEqual([tag, 304, 0]);
    expect(again.headers).toMatchObject({ etag, 'x-total-count': '24' });
  }
  registry.revision += 1;
  const changed = await get('/api/diseases?page=1', { 'if-none-match': etag });
  expect([changed.status, changed.headers.etag === etag]).toEqual([200, false]);
});

it.each(['/api/diseases', '/api/diseases?search=asthma', `/api/diseases/${ids.disease}`])(
  'GET /api/diseases GET %s is read again only when the tag of the registry has changed',
  async (path) => {
    const first = (await get(path)).json();
    // The second answer is the first after a known tag.
    for (let count = 0; count < 3; count += 1) expect((await get(path)).json()).toEqual(first);
    expect(registry.reads).toBeLessThanOrEqual(2);
    for (const headers of [await gateway.admin({ sessionId: 's-2' }), await gateway.pass('hourly')])
      expect((await gateway.call(path, { headers })).json()).toEqual(first);
    expect(registry.reads).toBeLessThanOrEqual(2);

    registry.revision += 1;
    registry.items = [{ ...disease, nameEn: 'Bronchial asthma', version: 4 }];
    expect((await get(path)).text).toContain('Bronchial asthma');
  },
);

it('GET /api/diseases is read every time while the catalog gives no tags', async () => {
  catalog.answer(getRegistryTags, unavailable);
  for (let count = 1; count <= 3; count += 1) {
    expect((await get('/api/diseases')).json()).toEqual([disease]);
    expect(registry.reads).toBe(count);
  }
});

it('GET /api/diseases shows what was stored before the question, however many ask at the same time', async () => {
  await get('/api/diseases');
  await get('/api/diseases');
  const { promise: asked, resolve } = Promise.withResolvers<undefined>();
  catalog.answer(getRegistryTags, async () => {
    const diseases = `r${registry.revision}`;
    resolve(undefined);
    await pause(10);
    return { diseases, all: diseases };
  });
  const early = Array.from({ length: 20 }, () => get('/api/diseases'));
  await asked;
  registry.revision += 1;
  registry.items = [{ ...disease, nameEn: 'Written meanwhile' }];
  const late = await Promise.all(Array.from({ length: 20 }, () => get('/api/diseases')));
  for (const result of late) expect(result.text).toContain('Written meanwhile');
  await Promise.all(early);
});

it('GET /api/diseases compresses what is worth it, as the client likes it', async () => {
  registry.items = Array.from({ length: 30 }, () => disease);
  const as = (encoding: string) => get('/api/diseases', { 'accept-encoding': encoding });
  const all = await Promise.all(['gzip;q=0, br;q=0', 'gzip, deflate', 'gzip, br'].map(as));
  const [plain, gzip, br] = all as [Result, Result, Result];
  const encodings = all.map(({ headers }) => headers['content-encoding']);
  expect(encodings).toEqual([undefined, 'gzip', 'br']);
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
  expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes);
  for (const { headers } of all) expect(headers.vary).toMatch(/accept-encoding/);
});

it('other reads tag one disease by its version', async () => {
  const path = `/api/diseases/${ids.disease}`;
  const result = await get(path);
  expect(result.headers).toMatchObject({ etag: '"3"', 'cache-control': 'no-store' });
  const again = await get(path, { 'if-none-match': '"3"' });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  expect((await get(path, { 'if-none-match': '"2"' })).status).toBe(200);
});

it('other reads weaken the tag of a compressed disease, which If-Match accepts', async () => {
  catalog.answer(getDisease, () => ({ ...disease, notes: 'x'.repeat(3_000) }));
  const result = await get(`/api/diseases/${ids.disease}`, { 'accept-encoding': 'gzip' });
  expect(result.headers).toMatchObject({ etag: 'W/"3"', 'content-encoding': 'gzip' });
  expect(gunzipSync(result.bytes).toString()).toContain('xxx');
});

it('other reads count all notes and entries of a treatment', async () => {
  const result = await get(`/api/treatments/disease/${ids.disease}`);
  expect(result.headers).toMatchObject({ 'x-notes-count': '7', 'x-history-count': '9' });
  expect(result.json()).toMatchObject({ notes: [{}], protocols: [{}] });
});

it('other reads page notes', async () => {
  const path = `/api/treatments/${ids.treatment}/notes`;
  const { headers } = await get(`${path}?page=2`);
  expect(catalog.last(listNotes).request).toEqual({ id: ids.treatment, page: 2, limit: 100 });
  expect(headers['x-total-count']).toBe('230');
  expect(headers.link).toContain(`<${path}?page=3&limit=100>; rel="next"`);
});
