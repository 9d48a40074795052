import { describe, expect, it } from 'vitest';
import { testEnv, waitUntil } from '@ctdb/chassis/testing';
import { getActiveSite } from '@ctdb/contracts';
import { bundleFolder, isReady, read, title, writeBundle } from './support/bundle.js';
import { Deployed } from './support/deployed.js';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';

const POLL_TIMEOUT_MS = 20_000;
const folder = bundleFolder();
const env = testEnv({
  ...unlimited,
  WEB_DIST: folder,
  SITE_DOMAIN: 'own.example',
  RELEASE_POLL_MS: '100',
  RELEASE_WAIT_MS: '10000',
});

const head =
  '<title>Sign in · %SITE_NAME_EN%</title><link rel="canonical" href="%ORIGIN%/admin-login">';
const page = (text: string) => `<!doctype html><head>${text}</head><body data-values="%VALUES%">`;
const own = writeBundle(folder, 'bundle', {
  '/pages/en/screen.html': page('<title>Colours%PROJECT_SUFFIX%</title>'),
  '/pages/en/admin-login.html': page(head),
});
const deployed = await Deployed.start(env);
const gateway = await GatewayUnderTest.start(env);
const get = (path: string, by = gateway) => read(by, path);
const another = (changes: Record<string, string>): Promise<GatewayUnderTest> => {
  Object.assign(process.env, changes);
  return GatewayUnderTest.start(env);
};
const shows = (expected: string, path: string) =>
  waitUntil(
    async () => (await title(gateway, path)) === expected,
    `${expected} is not shown`,
    POLL_TIMEOUT_MS,
  );

const site = {
  releaseId: 'a'.repeat(24),
  projectName: 'Clinic <b>',
  domain: 'clinic.example',
  isVerified: false,
  deployedAt: '2026-11-27T10:00:00.000Z',
};

describe('the active deployment', () => {
  it('is none at first: the product names the pages', async () => {
    expect(await title(gateway)).toBe('Colours');
    expect(await title(gateway, '/admin-login')).toBe('Sign in · Color Therapy Database');
    expect((await get('/release.json')).status).toBe(404);
    expect((await get('/manifest.webmanifest')).json()).toMatchObject({
      name: 'Color Therapy Database',
    });
    expect((await get('/api/config')).json()).not.toHaveProperty('site');
  });

  it('names the pages, and its domain is their canonical address', async () => {
    deployed.show(site);
    await shows('Colours · Clinic &#60;b&#62;', '/app');
    const { text } = await get('/admin-login');
    expect(text).toContain('<title>Sign in · Clinic &#60;b&#62;</title>');
    expect(text).toContain('<link rel="canonical" href="https://clinic.example/admin-login">');
    const { projectName, domain, deployedAt, releaseId } = site;
    expect((await get('/api/config')).json()['site']).toEqual({ projectName, domain, deployedAt });
    expect((await get('/release.json')).json()).toMatchObject({ releaseId, host: '127.0.0.1' });
    const manifest = await get('/manifest.webmanifest');
    expect(manifest.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(manifest.json()).toMatchObject({ name: projectName, lang: 'en' });
    const kannada = { headers: { 'accept-language': 'kn' } };
    expect((await gateway.call('/manifest.webmanifest', kannada)).json()).toMatchObject({
      lang: 'kn',
    });
    expect((await get('/robots.txt')).text).toContain(
      'Sitemap: https://clinic.example/sitemap.xml',
    );
    expect((await get('/sitemap.xml')).text).toContain(
      '<loc>https://clinic.example/subscribe</loc>',
    );
  });

  it('has pages under other names redirected once the check of its domain has passed', async () => {
    const under = (host: string, path = '/app?x=1') =>
      gateway.call(path, { headers: { accept: 'text/html', host } });
    expect((await under('other.example')).status).toBe(200);
    deployed.show({ ...site, isVerified: true });
    const isRedirected = async () => (await under('other.example')).status === 302;
    await waitUntil(isRedirected, 'there is no redirect', POLL_TIMEOUT_MS);
    const { headers } = await under('other.example');
    expect(headers['location']).toBe('https://clinic.example/app?x=1');
    expect((await under('Clinic.example')).status).toBe(200);
    expect((await under('other.example', '/assets/app-bundle.js')).status).toBe(200);
    expect((await under('other.example', '/release.json')).json()).toMatchObject({
      host: 'other.example',
    });
    deployed.show(site);
  });

  it('allows a proxy to get certificates for the own domain and its domain only', async () => {
    const ask = async (domain: string) =>
      (await gateway.call(`/api/domains/allowed?domain=${domain}`)).status;
    const names = ['own.example', 'Clinic.example', 'www.clinic.example', 'other.example'];
    expect(await Promise.all(names.map(ask))).toEqual([200, 200, 404, 404]);
  });
});

describe('another gateway', () => {
  it('has the assets of a page that was sent before it has looked by itself', async () => {
    const other = await another({ RELEASE_POLL_MS: '60000' });
    await deployed.publish('/assets/app-ahead.js', 'ahead');
    const { text, headers } = await get('/assets/app-ahead.js', other);
    expect(text).toBe('ahead');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '5',
    });
    const calls = deployed.ops.calls(getActiveSite).length;
    const missing = await Promise.all(
      Array.from({ length: 20 }, (_, at) => get(`/assets/nowhere-${at}.js`, other)),
    );
    for (const { status, headers: sent } of missing)
      expect([status, sent['cache-control']]).toEqual([404, 'no-store']);
    // Many requests for what is not there are few calls.
    expect(deployed.ops.calls(getActiveSite).length - calls).toBeLessThan(10);
  });

  it('is not ready before the assets of its own pages are published', async () => {
    deployed.isPublished = false;
    const other = await another({ RELEASE_POLL_MS: '60000' });
    expect(await title(other)).toBe('Colours · Clinic &#60;b&#62;');
    expect(await isReady(other)).toBe(false);
    expect(deployed.ops.last(getActiveSite).request).toMatchObject({ bundle: own });
    deployed.isPublished = true;
    await waitUntil(() => isReady(other), 'the gateway is not ready', POLL_TIMEOUT_MS);
  });

  it('is not ready, and sends no page, before it knows what is active', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    deployed.answersAfter = promise;
    const other = await another({ RELEASE_POLL_MS: '100' });
    expect(await isReady(other)).toBe(false);
    const sent = title(other);
    resolve(undefined);
    expect(await sent).toBe('Colours · Clinic &#60;b&#62;');
  });

  it('serves its pages while ops is unreachable, and keeps polling', async () => {
    deployed.isAway = true;
    const other = await another({ RELEASE_WAIT_MS: '500' });
    expect(await title(other)).toBe('Colours');
    deployed.isAway = false;
    const isNamed = async () => (await title(other)) !== 'Colours';
    await waitUntil(isNamed, 'the gateway does not poll', POLL_TIMEOUT_MS);
  });
});
