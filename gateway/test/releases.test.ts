import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HealthServer } from '@ctdb/chassis';
import { testEnv, waitUntil } from '@ctdb/chassis/testing';
import { defaultProductName, listReleases } from '@ctdb/contracts';
import { bundleFolder, bundleOf, read, title, writeBundle } from './support/bundle.js';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { call } from './support/http-client.js';
import { Released } from './support/released.js';

const POLL_TIMEOUT_MS = 20_000;
const folder = bundleFolder();
const env = testEnv({
  ...unlimited,
  WEB_DIST: folder,
  RELEASE_POLL_MS: '100',
  RELEASE_WAIT_MS: '10000',
});

const get = (path: string) => read(gateway, path);
const shows = (mark: string, by = gateway) =>
  waitUntil(async () => (await title(by)) === mark, `${mark} is not served`, POLL_TIMEOUT_MS);
const another = (changes: Record<string, string>): Promise<GatewayUnderTest> => {
  Object.assign(process.env, changes);
  return GatewayUnderTest.start(env);
};

writeBundle(folder, 'bundle');
const released = await Released.start(env);
const gateway = await GatewayUnderTest.start(env);
const own = String(await bundleOf(gateway));

describe('the live release', () => {
  it('is what came with the installation while nothing was released', async () => {
    expect(await title(gateway)).toBe('bundle');
    expect(own).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is served, and the assets of pages that are open', async () => {
    await released.make('first');
    released.activate(own);
    await shows('first');
    const kannada = { accept: 'text/html', cookie: 'language=kn' };
    expect((await gateway.call('/app', { headers: kannada })).text).toBe(
      `<!doctype html><title>first · ${defaultProductName.kn}</title>`,
    );
    expect((await get('/release.json')).text).toBe('{"mark":"first"}');
    expect((await get('/assets/app-first.js')).text).toContain('first');
    expect((await get('/assets/app-bundle.js')).status).toBe(200);
  }, 30_000);

  it('is not switched to while the storage has other bytes', async () => {
    const made = await released.make('broken');
    await released.store(made, '/release.json', '{"mark":"other!"}');
    released.activate(own);
    await pause(700);
    expect(await title(gateway)).toBe('first');
    await released.store(made, '/release.json', '{"mark":"broken"}');
    await shows('broken');
  }, 60_000);

  it('is switched to although an earlier one lost a file, which comes back when it can be read', async () => {
    const lost = await released.make('lost');
    await released.store(lost, '/assets/app-lost.js');
    await released.make('next');
    released.activate(own);
    await shows('next');
    expect((await get('/assets/style-lost.css')).text).toBe('.lost {}');
    expect((await get('/assets/app-lost.js')).status).toBe(404);
    await released.make('after');
    released.activate(own);
    await shows('after');
    await released.store(lost, '/assets/app-lost.js', "console.log('lost');");
    const isBack = async () => (await get('/assets/app-lost.js')).status === 200;
    await waitUntil(isBack, 'the file does not come back', POLL_TIMEOUT_MS);
  }, 90_000);
});

describe('an installation that was updated', () => {
  it.each([['f'.repeat(64)], [undefined]])(
    'serves what came with it, the release being made over %s',
    async (bundle) => {
      released.activate(bundle);
      await shows('bundle');
      expect((await get('/assets/app-after.js')).status).toBe(200);
      released.activate(own);
      await shows('after');
    },
    60_000,
  );

  it('tells ops which bundle it has, so that nothing else is shown as live', async () => {
    await gateway.call('/api/releases', { headers: await gateway.admin() });
    expect(released.ops.last(listReleases).request).toEqual({ bundle: own });
  });
});

describe('another gateway', () => {
  it('has the assets of a page that was sent before it has looked by itself', async () => {
    const other = await another({ RELEASE_POLL_MS: '60000' });
    await released.make('ahead');
    released.activate(own);
    expect((await read(other, '/assets/app-ahead.js')).text).toContain('ahead');
    expect((await read(other, '/assets/style-lost.css')).status).toBe(200);
    expect((await read(other, '/assets/app-nowhere.js')).status).toBe(404);
    await shows('ahead');
  }, 60_000);

  it('is not ready, and sends no page, before it knows which release is live', async () => {
    released.delayMs = 1_000;
    const other = await another({ RELEASE_POLL_MS: '100' });
    const { port } = other.app.get(HealthServer);
    const { status, json } = await call(`http://127.0.0.1:${port}`, '/health/ready');
    expect([status, json()['failed']]).toEqual([503, ['site']]);
    expect(await title(other)).toBe('ahead');
    released.delayMs = 0;
  }, 60_000);

  it('serves the bundled site while ops is unreachable, and keeps polling', async () => {
    released.isAway = true;
    const other = await another({ RELEASE_WAIT_MS: '500' });
    expect(await title(other)).toBe('bundle');
    released.isAway = false;
    await shows('ahead', other);
  }, 60_000);

  it('without a bundle serves the release, until it has one of its own', async () => {
    const later = join(folder, 'later');
    const other = await another({ WEB_DIST: later, RELEASE_WAIT_MS: '10000' });
    expect([await bundleOf(other), await title(other)]).toEqual([null, 'ahead']);
    writeBundle(later, 'later');
    await shows('later', other);
    expect(await bundleOf(other)).not.toBe(own);
  }, 60_000);
});
