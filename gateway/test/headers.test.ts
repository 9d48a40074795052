import { describe, expect, it } from 'vitest';
import { testEnv } from '@ctdb/chassis/testing';
import { listNotes } from '@ctdb/contracts';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { ids } from './support/records.js';
import { stagedBilling } from './support/staged-billing.js';
import { stagedCatalog } from './support/staged-catalog.js';

// As behind a proxy that ends TLS.
const env = testEnv({
  ...unlimited,
  PUBLIC_ORIGIN: 'https://colours.example',
  TRUST_PROXY: 'loopback',
});
const catalog = stagedCatalog();
const path = `/api/treatments/${ids.treatment}/notes`;

await catalog.start(env);
await stagedBilling().start(env);
const gateway = await GatewayUnderTest.start(env);
const admin = await gateway.admin();

describe('request ids', () => {
  it('are the product’s own, whatever the client calls its request, and go along to services', async () => {
    const headers = { ...admin, 'x-request-id': 'client-id.0001' };
    const id = String((await gateway.call(path, { headers })).headers['x-request-id']);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(catalog.last(listNotes).context.requestId).toBe(id);
    const refused = await gateway.call('/api/nope', { headers });
    expect(refused.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(refused.json()['requestId']).toBe(refused.headers['x-request-id']);
  });

  it('are on every kind of answer', async () => {
    for (const target of ['/', '/api/session', '/api/docs', '/api/diseases/%zz', '/assets/no.js']) {
      const { headers } = await gateway.call(target);
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe('trace context', () => {
  it('is continued with a span of ours, and not with the client’s decision to export it', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    await gateway.call(path, { headers: { ...admin, traceparent } });
    const passed = catalog.last(listNotes).context.traceparent;
    expect(passed).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    expect(passed).not.toBe(traceparent);
  });

  it('is begun where there is none, or none that is valid', async () => {
    await gateway.call(path, { headers: { ...admin, traceparent: '00-0-0-0' } });
    expect(catalog.last(listNotes).context.traceparent).toMatch(
      /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/,
    );
  });
});

describe('security headers', () => {
  const directivesOf = (policy: string | undefined) =>
    new Map(
      (policy ?? '').split(';').map((part) => part.trim().split(/ (.*)/) as [string, string]),
    );

  it('let pages use our own scripts, styles, fonts and calls alone', async () => {
    const { headers } = await gateway.call('/', { headers: { accept: 'text/html' } });
    const policy = directivesOf(headers['content-security-policy'] as string);
    expect(Object.fromEntries(policy)).toMatchObject({
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
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|https?:|\*/);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
  });

  it('let nothing be loaded from answers of the API, whatever they say', async () => {
    for (const target of ['/api/session', '/api/diseases', '/api/nope', '/api/diseases/%zz']) {
      const { headers } = await gateway.call(target);
      const policy = directivesOf(headers['content-security-policy'] as string);
      expect(policy.get('default-src')).toBe("'none'");
      expect(policy.has('script-src')).toBe(false);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000',
      });
    }
  });

  it('grant nothing to other origins', async () => {
    const origin = 'https://evil.example';
    const { headers } = await gateway.call('/api/session', { headers: { origin } });
    const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
    expect(names).toEqual([]);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
  });
});

describe('behind https', () => {
  const login = { username: 'admin', password: 'correct horse' };
  const refreshCookie = `__Secure-admin_refresh=${'r'.repeat(43)}`;

  it('the refresh cookie is for https alone', async () => {
    const result = await gateway.call('/api/admin/login', { method: 'POST', json: login });
    const [cookie] = result.headers['set-cookie'] ?? [];
    expect(cookie).toContain(refreshCookie);
    expect(cookie?.split('; ')).toEqual(
      expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Strict', 'Path=/api/admin']),
    );
  });

  it('only the cookie with the prefix is a pass', async () => {
    const { cookie } = await gateway.pass('hourly');
    const plain = await gateway.call(path, { headers: { cookie } });
    expect(plain.status).toBe(401);
    const prefixed = await gateway.call(path, { headers: { cookie: `__Host-${cookie}` } });
    expect(prefixed.status).toBe(200);
  });

  it('our own origin is the public one', async () => {
    const refresh = async (origin: string) =>
      (
        await gateway.call('/api/admin/refresh', {
          method: 'POST',
          headers: { cookie: refreshCookie, origin },
        })
      ).status;
    expect(await refresh('https://colours.example')).toBe(200);
    expect(await refresh('http://colours.example')).toBe(403);
    expect(await refresh(gateway.origin)).toBe(403);
  });
});

describe('languages', () => {
  it('go along to services', async () => {
    await gateway.call(path, { headers: { ...admin, 'accept-language': 'kn' } });
    expect(catalog.last(listNotes).context.locale).toBe('kn');
  });
});
