import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { testEnv, until } from '@ctdb/chassis/testing';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { Released } from './support/released.js';

const SWITCHES = 200;
const READERS = 4;
const folder = mkdtempSync(join(tmpdir(), 'ctdb-releases-'));
const env = testEnv({ ...unlimited, WEB_DIST: folder, RELEASE_POLL_MS: '100' });
let gateway: GatewayUnderTest;
let released: Released;

const get = (path: string) => gateway.call(path, { headers: { accept: 'text/html' } });
const title = async (): Promise<string | undefined> =>
  /<title>(.*)<\/title>/.exec((await get('/app')).text)?.[1];
const shows = (mark: string) =>
  until(async () => (await title()) === mark, `${mark} is not served`, 15_000);

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>bundle</title>');
  writeFileSync(join(folder, 'assets', 'app-bundle.js'), 'bundle');
  released = await Released.start(env);
  gateway = await GatewayUnderTest.start(env);
}, 30_000);
afterAll(() => rmSync(folder, { recursive: true }));

it('serves what came with the installation while nothing was released', async () => {
  expect(await title()).toBe('bundle');
});

it('serves a release once it is live, and the assets of pages that are open', async () => {
  released.make('first');
  released.activate();
  await shows('first');
  expect((await get('/release.json')).text).toBe('{"mark":"first"}');
  expect((await get('/assets/app-first.js')).text).toContain('first');
  expect((await get('/assets/app-bundle.js')).status).toBe(200);
});

it('goes on with the old release where the storage has other bytes', async () => {
  released.isBroken = true;
  released.make('broken');
  released.activate();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await title()).toBe('first');
  released.isBroken = false;
  await shows('broken');
});

it('prefers a bundle that was built after the release was made live', async () => {
  released.activate(0, new Date(Date.now() - 86_400_000));
  await shows('bundle');
  expect((await get('/assets/app-broken.js')).status).toBe(200);
});

it('has the assets of a page that another gateway sent before it has looked by itself', async () => {
  process.env['RELEASE_POLL_MS'] = '60000';
  const other = await GatewayUnderTest.start(env);
  const hasLooked = async () => (await other.call('/assets/app-broken.js')).status === 200;
  await until(hasLooked, 'it does not look', 15_000);
  released.make('ahead');
  released.activate();
  expect((await other.call('/assets/app-ahead.js')).text).toContain('ahead');
  expect((await other.call('/assets/app-nowhere.js')).status).toBe(404);
});

it(`never mixes, misses or fails in ${SWITCHES} switches under constant readers`, async () => {
  released.make('s0');
  released.activate();
  await shows('s0');
  let isOver = false;
  const faults: string[] = [];
  const seen = new Set<string>();
  const read = async (): Promise<void> => {
    while (!isOver) {
      const page = await get('/app');
      const mark = /<title>(.*)<\/title>/.exec(page.text)?.[1];
      const path = /src="([^"]*)"/.exec(page.text)?.[1] ?? '';
      const asset = await get(path);
      seen.add(String(mark));
      const isWhole = page.status === 200 && asset.text === `console.log('${mark}');`;
      if (!isWhole) faults.push(`${page.status} ${mark}: ${path} ${asset.status} ${asset.text}`);
    }
  };
  const readers = Array.from({ length: READERS }, read);
  for (let number = 1; number <= SWITCHES; number += 1) {
    if (number % 7 === 0) released.activate(3);
    else {
      released.make(`s${number}`);
      released.activate();
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  released.make('last');
  released.activate();
  await shows('last');
  isOver = true;
  await Promise.all(readers);
  expect(faults).toEqual([]);
  // Polled four times a second at most, so not every one of them is served.
  expect(seen.size).toBeGreaterThan(SWITCHES / 6);
}, 120_000);
