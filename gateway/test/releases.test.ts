import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HealthServer } from '@ctdb/chassis';
import { testEnv, waitUntil } from '@ctdb/chassis/testing';
import { defaultProductName, getActiveRelease, listReleases } from '@ctdb/contracts';
import { bundleFolder, bundleOf, read, title, titleOf, writeBundle } from './support/bundle.js';
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
  });

  it('is not switched to while the storage has other bytes', async () => {
    const made = await released.make('broken');
    await released.store(made, '/release.json', '{"mark":"other!"}');
    released.activate(own);
    const polls = released.ops.calls(getActiveRelease).length;
    await waitUntil(() => released.ops.calls(getActiveRelease).length > polls + 2);
    expect(await title(gateway)).toBe('first');
    await released.store(made, '/release.json', '{"mark":"broken"}');
    await shows('broken');
  });

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
  });
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
    const paths = ['/assets/style-lost.css', '/assets/app-nowhere.js'];
    const statuses = paths.map(async (path) => (await read(other, path)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404]);
    await shows('ahead');
  });

  it('is not ready, and sends no page, before it knows which release is live', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    released.answersAfter = promise;
    const other = await another({ RELEASE_POLL_MS: '100' });
    const { port } = other.app.get(HealthServer);
    const { status, json } = await call(`http://127.0.0.1:${port}`, '/health/ready');
    expect([status, json()['failed']]).toEqual([503, ['site']]);
    const page = title(other);
    resolve(undefined);
    expect(await page).toBe('ahead');
  });

  it('serves the bundled site while ops is unreachable, and keeps polling', async () => {
    released.isAway = true;
    const other = await another({ RELEASE_WAIT_MS: '500' });
    expect(await title(other)).toBe('bundle');
    released.isAway = false;
    await shows('ahead', other);
  });

  it('without a bundle serves the release, until it has one of its own', async () => {
    const later = join(folder, 'later');
    const other = await another({ WEB_DIST: later, RELEASE_WAIT_MS: '10000' });
    expect([await bundleOf(other), await title(other)]).toEqual([null, 'ahead']);
    writeBundle(later, 'later');
    await shows('later', other);
    expect(await bundleOf(other)).not.toBe(own);
  });
});

describe('two gateways behind a balancer', () => {
  const SWITCHES = process.env['NIGHTLY'] === undefined ? 6 : 60;
  const READERS = 4;
  let up: GatewayUnderTest[];

  /** A page and its script, each from any gateway; what is wrong with them. */
  const fault = async (): Promise<string | undefined> => {
    const any = () => up[Math.floor(Math.random() * up.length)] as GatewayUnderTest;
    const asked = [any(), any()] as const;
    const wrong = await look(...asked).catch(String);
    // Ignores errors of a gateway that stops during the request: a balancer sends clients to another one.
    return asked.every((one) => up.includes(one)) ? wrong : undefined;
  };

  const look = async (one: GatewayUnderTest, other: GatewayUnderTest) => {
    const page = await read(one, '/app');
    const mark = titleOf(page.text);
    const path = /src="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const asset = await read(other, path);
    const isWhole = mark !== 'bundle' && asset.text === `console.log('${mark}');`;
    if (page.status === 200 && isWhole) return undefined;
    return `${page.status} ${mark}: ${path} ${asset.status} ${asset.text}`;
  };

  const served = (mark: string) => Promise.all(up.map((one) => shows(mark, one)));

  const restart = async (): Promise<void> => {
    const [stays, goes] = up as [GatewayUnderTest, GatewayUnderTest];
    up = [stays];
    await goes.close();
    up = [stays, await another({})];
  };

  it('never mix, miss or fail in switches, for any reader, and through a restart', async () => {
    const start = { WEB_DIST: folder, RELEASE_POLL_MS: '100', RELEASE_WAIT_MS: '10000' };
    up = [await another(start), await another(start)];
    const bundle = String(await bundleOf(up[0] as GatewayUnderTest));
    await released.make('s0');
    await served(released.activate(bundle));
    let isOver = false;
    let reads = 0;
    const faults: string[] = [];
    const reader = async (): Promise<void> => {
      while (!isOver) {
        const found = await fault();
        if (found !== undefined) faults.push(found);
        reads += 1;
      }
    };
    const readers = Array.from({ length: READERS }, reader);
    let restarted: Promise<void> | undefined;
    for (let number = 1; number <= SWITCHES; number += 1) {
      // Now and then to an earlier one.
      const isBack = number % 4 === 0;
      if (!isBack) await released.make(`s${number}`);
      await served(released.activate(bundle, isBack ? 3 : 0));
      if (number === SWITCHES / 2) restarted = restart();
    }
    await restarted;
    await served(released.activate(bundle));
    isOver = true;
    await Promise.all(readers);
    expect(faults).toEqual([]);
    expect(up).toHaveLength(2);
    expect(reads).toBeGreaterThan(SWITCHES);
  }, 300_000);
});
