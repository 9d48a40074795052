import { describe, expect, it, vi } from 'vitest';
import { testEnv } from '@ctdb/chassis/testing';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { stagedBilling } from './support/staged-billing.js';
import { stagedCatalog } from './support/staged-catalog.js';
import { ids } from './support/records.js';

// Behind a proxy that ends TLS, where the public address was not set.
const env = testEnv({
  ...unlimited,
  LOG_LEVEL: 'warn',
  TRUST_PROXY: 'loopback',
  HSTS_INCLUDE_SUBDOMAINS: 'true',
});

await stagedBilling().start(env);
await stagedCatalog().start(env);
const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
const gateway = await GatewayUnderTest.start(env);
const log = stdout.mock.calls.map(([chunk]) => String(chunk)).join('');
stdout.mockRestore();

const https = { 'x-forwarded-proto': 'https' };
const signIn = (headers = {}) =>
  gateway.call('/api/admin/login', {
    method: 'POST',
    headers,
    json: { username: 'admin', password: 'correct horse' },
  });

describe('a request over https', () => {
  it('gets cookies for https alone, and another one does not', async () => {
    const secure = (await signIn(https)).headers['set-cookie'] ?? [];
    expect(secure.map((line) => line.split('=')[0])).toEqual([
      '__Secure-admin_refresh',
      '__Secure-admin_uploads',
      '__Secure-admin_browser',
    ]);
    expect(secure.every((line) => line.includes('; Secure'))).toBe(true);
    const plain = (await signIn()).headers['set-cookie'] ?? [];
    expect(plain.some((line) => /^__Secure-|; Secure/.test(line))).toBe(false);
  });

  it('gets HSTS, with the names below ours by setting', async () => {
    for (const path of ['/', '/api/session', '/api/nope']) {
      const { headers } = await gateway.call(path, { headers: https });
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    }
    const { headers } = await gateway.call('/api/session');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('may have a pass that came before https', async () => {
    const { cookie } = await gateway.pass('hourly');
    const path = `/api/treatments/${ids.treatment}/notes`;
    for (const name of ['', '__Host-']) {
      const headers = { ...https, cookie: name + cookie };
      expect((await gateway.call(path, { headers })).status).toBe(200);
    }
  });
});

describe('logging out of a pass', () => {
  it('empties the cache, and ends the cookie; over https that of before https too', async () => {
    const leave = (headers = {}) =>
      gateway.call('/api/access/sign-out', { method: 'POST', headers });
    const { headers } = await leave({ ...https, 'sec-fetch-site': 'same-origin' });
    expect(headers['clear-site-data']).toBe('"cache"');
    const [secure, plain, ...others] = headers['set-cookie'] ?? [];
    expect(secure).toMatch(/^__Host-pass=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(plain).toMatch(/^pass=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(others).toEqual([]);
    const overHttp = await leave({ 'sec-fetch-site': 'same-origin' });
    expect(overHttp.headers['set-cookie']).toEqual([
      'pass=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
  });
});

describe('the start', () => {
  it('warns that the public address is the default', () => {
    expect(log).toContain('"event":"public-origin-default"');
  });
});
