import { describe, expect, it, vi } from 'vitest';
import { listNotes } from '@ctdb/contracts';
import { GatewayUnderTest } from './support/gateway-under-test.js';
import { ids } from './support/records.js';
import { own } from './support/shop.js';
import { ownStage } from './support/stage.js';
import { stubBilling } from './support/stub-billing.js';
import { stubCatalog } from './support/stub-catalog.js';

const catalog = stubCatalog();
// As behind a proxy that ends TLS.
const { env, gateway, admin } = await ownStage(
  { PUBLIC_ORIGIN: 'https://colours.example', TRUST_PROXY: 'loopback' },
  catalog,
  stubBilling(),
);
const path = `/api/treatments/${ids.treatment}/notes`;
const https = { 'x-forwarded-proto': 'https' };
const uuid = /^[0-9a-f-]{36}$/;

const signIn = async (by: GatewayUnderTest, headers = {}) => {
  const json = { username: 'admin', password: 'correct horse' };
  const result = await by.call('/api/admin/login', { method: 'POST', headers, json });
  return result.headers['set-cookie'] ?? [];
};

describe('request ids', () => {
  it('are the product’s own, whatever the client calls its request, and go along to services', async () => {
    const headers = { ...admin, 'x-request-id': 'client-id.0001', 'accept-language': 'kn' };
    const id = String((await gateway.call(path, { headers })).headers['x-request-id']);
    expect(id).toMatch(uuid);
    expect(catalog.last(listNotes).context).toMatchObject({ requestId: id, locale: 'kn' });
    const refused = await gateway.call('/api/nope', { headers });
    expect(refused.headers['x-request-id']).toMatch(uuid);
    expect(refused.json()['requestId']).toBe(refused.headers['x-request-id']);
  });

  it('are on every kind of answer', async () => {
    for (const target of ['/', '/api/session', '/api/docs', '/api/diseases/%zz', '/assets/no.js'])
      expect((await gateway.call(target)).headers['x-request-id']).toMatch(uuid);
  });
});

describe('security headers', () => {
  const directivesOf = (policy: unknown): Record<string, string> =>
    Object.fromEntries(
      String(policy)
        .split(';')
        .map((part) => part.trim().split(/ (.*)/) as [string, string]),
    );

  it('let pages use our own scripts, styles, fonts and calls alone', async () => {
    const { headers } = await gateway.call('/', { headers: { accept: 'text/html' } });
    const policy = directivesOf(headers['content-security-policy']);
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
    });
    expect(Object.values(policy).join(' ')).not.toMatch(/unsafe|https?:|\*/);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  it('let nothing be loaded from answers of the API, and grant nothing to other origins', async () => {
    const origin = 'https://evil.example';
    for (const target of ['/api/session', '/api/diseases', '/api/nope', '/api/diseases/%zz']) {
      const { headers } = await gateway.call(target, { headers: { origin } });
      const policy = directivesOf(headers['content-security-policy']);
      expect([policy['default-src'], policy['script-src']]).toEqual(["'none'", undefined]);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000',
      });
      expect(Object.keys(headers).join()).not.toMatch(/access-control-|x-powered-by|server/);
    }
  });
});

describe('with a public origin', () => {
  it('cookies are for https alone, and only those with the prefix count', async () => {
    const cookies = await signIn(gateway);
    expect(cookies.every((line) => /^__Secure-.*; Secure/.test(line))).toBe(true);
    const { cookie } = await gateway.pass('hourly');
    const statusOf = async (name: string) =>
      (await gateway.call(path, { headers: { cookie: name } })).status;
    expect([await statusOf(cookie), await statusOf(`__Host-${cookie}`)]).toEqual([401, 200]);
  });

  it('requests of our own pages come from it alone', async () => {
    const cookie = `__Secure-admin_refresh=${'r'.repeat(43)}`;
    const refresh = async (origin: string) => {
      const call = { method: 'POST', headers: { cookie, origin } };
      return (await gateway.call('/api/admin/refresh', call)).status;
    };
    const origins = ['https://colours.example', 'http://colours.example', gateway.origin];
    expect(await Promise.all(origins.map(refresh))).toEqual([200, 403, 403]);
  });
});

describe('where the public address was not set', async () => {
  delete process.env['PUBLIC_ORIGIN'];
  Object.assign(process.env, { LOG_LEVEL: 'warn', HSTS_INCLUDE_SUBDOMAINS: 'true' });
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const other = await GatewayUnderTest.start(env);
  const log = stdout.mock.calls.map(([chunk]) => String(chunk)).join('');
  stdout.mockRestore();

  it('the start warns', () => expect(log).toContain('"event":"public-origin-default"'));

  it('a request over https gets cookies for https alone, and another one does not', async () => {
    const secure = await signIn(other, https);
    const names = ['admin_refresh', 'admin_uploads', 'admin_browser'];
    expect(secure.map((line) => line.split('=')[0])).toEqual(names.map((n) => `__Secure-${n}`));
    expect(secure.every((line) => line.includes('; Secure'))).toBe(true);
    const plain = await signIn(other);
    expect(plain.some((line) => /^__Secure-|; Secure/.test(line))).toBe(false);
  });

  it('it gets HSTS, with the names below ours by setting', async () => {
    const hstsOf = async (target: string, headers = {}) =>
      (await other.call(target, { headers })).headers['strict-transport-security'];
    for (const target of ['/', '/api/session', '/api/nope'])
      expect(await hstsOf(target, https)).toBe('max-age=31536000; includeSubDomains');
    expect(await hstsOf('/api/session')).toBeUndefined();
  });

  it('it may have a pass that came before https', async () => {
    const { cookie } = await other.pass('hourly');
    for (const name of ['', '__Host-']) {
      const headers = { ...https, cookie: name + cookie };
      expect((await other.call(path, { headers })).status).toBe(200);
    }
  });

  it('logging out of a pass empties the cache and ends the cookie, also that of before https', async () => {
    const leave = async (headers = {}) =>
      (await other.call('/api/access/sign-out', { method: 'POST', headers })).headers;
    const ended = await leave({ ...https, ...own });
    expect(ended['clear-site-data']).toBe('"cache"');
    const attributes = 'Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax';
    expect(ended['set-cookie']).toEqual([`__Host-pass=; ${attributes}`, `pass=; ${attributes}`]);
    const overHttp = await leave(own);
    expect(overHttp['set-cookie']).toEqual(['pass=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
  });
});
