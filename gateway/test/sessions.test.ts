import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  changePassword,
  completeSignIn,
  DomainError,
  refreshSession,
  signIn,
  signOut,
} from '@ctdb/contracts';
import { sharedStage } from './support/stage.js';
import type { Call } from './support/http-client.js';
import { ids } from './support/records.js';
import { own } from './support/shop.js';
import { unavailable } from './support/stub-service.js';

const { admin, billing, gateway } = await sharedStage();

const post = (path: string, options: Call = {}) =>
  gateway.call(path, { method: 'POST', ...options });
const credentials = { username: 'admin', password: 'correct horse' };
const refreshCookie = `admin_refresh=${'r'.repeat(43)}`;
const attributesOf = (header: string[] | undefined, at = 0) => header?.[at]?.split('; ') ?? [];
const hidden = ['HttpOnly', 'SameSite=Strict', 'Path=/api/admin'];
const cleared = /^admin_refresh=; Max-Age=0; Path=\/api\/admin; .*HttpOnly; SameSite=Strict$/;

describe('sign-in', () => {
  it('answers with the token and puts the refresh token into a cookie that scripts cannot read', async () => {
    const result = await post('/api/admin/login', { json: credentials });
    expect(result.json()).toEqual({ token: 't'.repeat(43), expiresAt: expect.any(String) });
    const [value, ...attributes] = attributesOf(result.headers['set-cookie']);
    expect(value).toBe(refreshCookie);
    expect(attributes).toEqual(expect.arrayContaining(hidden));
    expect(attributes.find((part) => part.startsWith('Max-Age='))).toMatch(/=1(799|800)$/);
    expect(attributes).not.toContain('Secure');
    expect(result.text).not.toContain('r'.repeat(43));
    const browser = expect.stringMatching(/^[0-9a-f]{64}$/);
    const address = '127.0.0.1';
    expect(billing.last(signIn).request).toEqual({ ...credentials, address, browser });
  });

  it('makes the browser known, and names it at the next sign-in', async () => {
    const first = await post('/api/admin/login', { json: credentials });
    const [cookie = '', ...attributes] = attributesOf(first.headers['set-cookie'], 2);
    expect(cookie).toBe(`admin_browser=${'b'.repeat(43)}`);
    expect(attributes).toEqual(expect.arrayContaining(hidden));
    await post('/api/admin/login', { json: credentials, headers: { cookie } });
    const browser = createHash('sha256').update('b'.repeat(43)).digest('hex');
    expect(billing.last(signIn).request).toMatchObject({ browser });
  });

  it('binds the challenge of a second factor to the browser', async () => {
    billing.answer(signIn, () => {
      throw new DomainError('SECOND_FACTOR_REQUIRED', { challenge: 'c', kinds: ['code'] });
    });
    const asked = await post('/api/admin/login', { json: credentials });
    expect([asked.status, asked.json()['code']]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    const { browser } = billing.last(signIn).request as { browser: string };
    const [cookie = ''] = attributesOf(asked.headers['set-cookie']);
    const json = { challenge: 'c', proof: { code: '123456' } };
    const done = await post('/api/admin/login/factor', { json, headers: { cookie } });
    expect(done.json()['token']).toBe('t'.repeat(43));
    expect(billing.last(completeSignIn).request).toMatchObject({ ...json, browser });
    expect(done.headers['set-cookie']?.join()).toContain(`admin_browser=${'b'.repeat(43)}`);
  });

  it.each([
    ['/api/admin/login', credentials],
    ['/api/admin/login/factor', { challenge: 'c', proof: { code: '123456' } }],
  ])('by %s ends the former session of the browser', async (path, json) => {
    const headers = { cookie: refreshCookie };
    const wrong = { ...json, password: 'x', proof: { code: '000000' } };
    await post(path, { json: wrong, headers });
    expect(billing.calls(signOut)).toEqual([]);
    expect((await post(path, { json, headers })).status).toBe(200);
    expect(billing.last(signOut).request).toEqual({ refreshToken: 'r'.repeat(43) });
  });

  it('sets no cookie when it is refused', async () => {
    const result = await post('/api/admin/login', { json: { ...credentials, password: 'x' } });
    expect([result.status, result.json()['code']]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(result.headers['set-cookie']).toBeUndefined();
  });
});

describe('refresh', () => {
  const headers = { cookie: refreshCookie, ...own };

  it('rotates the cookie', async () => {
    const result = await post('/api/admin/refresh', { headers });
    expect(result.status).toBe(200);
    expect(Object.keys(result.json()).sort()).toEqual(['expiresAt', 'token']);
    expect(attributesOf(result.headers['set-cookie'])[0]).toBe(`admin_refresh=${'s'.repeat(43)}`);
  });

  it('clears a cookie that is refused, and asks for one that is missing', async () => {
    for (const token of ['old', '', 'x'.repeat(300)]) {
      const call = { headers: { ...headers, cookie: `admin_refresh=${token}` } };
      const result = await post('/api/admin/refresh', call);
      expect([result.status, result.json()['code']]).toEqual([401, 'ACCESS_REQUIRED']);
      expect(result.headers['set-cookie']?.[0]).toMatch(cleared);
    }
  });

  it('keeps the cookie while billing cannot answer', async () => {
    billing.answer(refreshSession, unavailable);
    const result = await post('/api/admin/refresh', { headers });
    expect([result.status, result.headers['retry-after']]).toEqual([503, '3']);
    expect(result.headers['set-cookie']).toBeUndefined();
  });
});

describe('sign-out', () => {
  it('ends both tokens, clears the cookie and empties the cache', async () => {
    const headers = { ...admin, cookie: refreshCookie };
    const result = await post('/api/admin/logout', { headers });
    expect(result.status).toBe(204);
    expect(result.headers['set-cookie']?.[0]).toMatch(cleared);
    expect(result.headers['clear-site-data']).toBe('"cache"');
    const token = admin.authorization.slice('Bearer '.length);
    expect(billing.last(signOut).request).toEqual({ token, refreshToken: 'r'.repeat(43) });
  });

  it('without a session is done without asking billing', async () => {
    expect((await post('/api/admin/logout')).status).toBe(204);
    expect(billing.calls(signOut)).toEqual([]);
  });
});

describe('what a cookie authorises', () => {
  const note = { treatmentId: ids.treatment, content: 'Better' };
  const origin = 'https://evil.example';
  const foreign = [{}, { origin }, { 'sec-fetch-site': 'same-site', origin }];

  it.each([
    ['/api/admin/refresh', refreshCookie, undefined, 200],
    ['/api/admin/logout', refreshCookie, undefined, 204],
    ['/api/treatments/notes', undefined, note, 201],
  ])('%s is done for our own pages alone', async (path, known, json, expected) => {
    const send = async (headers: Record<string, string>) => {
      const cookie = known ?? (await gateway.pass('hourly')).cookie;
      return post(path, { headers: { cookie, ...headers }, json });
    };
    for (const headers of foreign) {
      const result = await send(headers as Record<string, string>);
      expect([result.status, result.json()['code']]).toEqual([403, 'FOREIGN_ORIGIN']);
      expect(result.headers['set-cookie']).toBeUndefined();
    }
    for (const headers of [{ origin: gateway.origin }, own])
      expect((await send(headers as Record<string, string>)).status).toBe(expected);
  });

  it('needs no proof where a token is shown as well', async () => {
    const headers = { ...admin, ...(await gateway.pass('hourly')) };
    expect((await post('/api/treatments/notes', { headers, json: note })).status).toBe(201);
  });
});

describe('change of password', () => {
  it('says so in the language of the reader', async () => {
    const json = { currentPassword: 'correct horse', newPassword: 'battery staple' };
    const headers = { ...admin, 'accept-language': 'kn-IN,en;q=0.5' };
    const result = await post('/api/admin/change-password', { headers, json });
    expect(result.json()).toEqual({ message: 'ಗುಪ್ತಪದವನ್ನು ಬದಲಿಸಲಾಗಿದೆ!' });
    expect(billing.last(changePassword).request).toEqual({ ...json, address: '127.0.0.1' });
    const wrong = { ...json, currentPassword: 'no' };
    const refused = await post('/api/admin/change-password', { headers, json: wrong });
    expect([refused.status, refused.json()['code']]).toEqual([400, 'WRONG_PASSWORD']);
  });
});
