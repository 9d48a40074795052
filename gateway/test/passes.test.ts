import { hash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type AccessReason,
  accessKeys,
  claimPasses,
  DomainError,
  getDisease,
  getActivePass,
  type PassRecord,
} from '@ctdb/contracts';
import { sharedStage } from './support/stage.js';
import { ids } from './support/records.js';
import { own, passCookie } from './support/shop.js';
import { unavailable } from './support/stub-service.js';

const { admin, billing, catalog, gateway } = await sharedStage();

const path = `/api/diseases/${ids.disease}`;
const newBrowser = () => {
  const token = randomBytes(32).toString('base64url');
  const browser = hash('sha256', token);
  return { headers: { cookie: `pass=${token}`, ...own }, browser };
};
const lasting = (milliseconds: number): PassRecord => {
  const expiresAt = Date.now() + milliseconds;
  const purchase = { id: 'p-7', plan: 'hourly', practice: 'c-7' } as const;
  return { ...purchase, expiresAt, until: expiresAt + 3_600_000 };
};
const noPass = (reason: AccessReason) => ({ pass: null, reason, hasActivated: false });
const refusal = async (request: { headers?: Record<string, string> }) => {
  const { status, json } = await gateway.call(path, request);
  return [status, json()['params']];
};
describe('a pass that Redis does not know', () => {
  it('is looked up in the ledger, and read on with', async () => {
    const { headers, browser } = newBrowser();
    billing.answer(getActivePass, () => ({ pass: lasting(60_000), reason: 'none' as const }));
    expect((await gateway.call(path, { headers })).status).toBe(200);
    expect(billing.last(getActivePass).request).toEqual({ browser });
    const subject = { role: 'pass', id: 'p-7', plan: 'hourly', practice: 'c-7' };
    expect(catalog.last(getDisease).context.subject).toEqual(subject);
  });

  it('is none where the ledger knows none, or one that has ended', async () => {
    const { headers } = newBrowser();
    expect(await refusal({ headers })).toEqual([401, { reason: 'none' }]);
    billing.answer(getActivePass, () => noPass('moved'));
    expect(await refusal({ headers })).toEqual([401, { reason: 'moved' }]);
    billing.answer(getActivePass, () => ({ pass: lasting(-1_000), reason: 'none' as const }));
    expect(await refusal({ headers })).toEqual([401, { reason: 'ended' }]);
  });

  it('is not looked up once Redis notes that there is none, for public routes, nor without a cookie', async () => {
    const { headers, browser } = newBrowser();
    await gateway.redis.set(accessKeys.pass(browser), 'moved', 'EX', 60);
    expect(await refusal({ headers })).toEqual([401, { reason: 'moved' }]);
    await gateway.call('/api/glossary', { headers: newBrowser().headers });
    expect(await refusal({})).toEqual([401, { reason: 'none' }]);
    // A token without a session is of one that has ended.
    const authorization = `Bearer ${'t'.repeat(43)}`;
    expect(await refusal({ headers: { authorization } })).toEqual([401, { reason: 'ended' }]);
    expect(billing.calls(getActivePass)).toEqual([]);
  });

  it('is neither believed nor denied while billing cannot be asked', async () => {
    billing.answer(getActivePass, () => {
      throw new DomainError('INTERNAL_ERROR');
    });
    const result = await gateway.call(path, { headers: newBrowser().headers });
    expect(result.status).toBe(503);
    expect(result.headers['retry-after']).toBeDefined();
  });
});

describe('what the browser has stored', () => {
  it('is emptied once after its pass has ended, and not without one', async () => {
    billing.answer(claimPasses, () => noPass('ended'));
    billing.answer(getActivePass, () => noPass('ended'));
    const { headers } = newBrowser();
    for (const target of [path, '/api/session']) {
      const ask = async (more = {}) => (await gateway.call(target, { headers: more })).headers;
      const first = await ask(headers);
      const marker = first['set-cookie']?.[0]?.split(';')[0] ?? '';
      const second = await ask({ ...headers, cookie: `${headers.cookie}; ${marker}` });
      const cleared = [first, second, await ask()].map((each) => each['clear-site-data']);
      expect(cleared).toEqual(['"cache"', undefined, undefined]);
    }
  });
});

describe('GET /api/session of a browser', () => {
  const roleOf = async (headers = {}) =>
    (await gateway.call('/api/session', { headers })).json()['role'];

  it('begins what has been paid for', async () => {
    const { headers, browser } = newBrowser();
    const pass = lasting(3_600_000);
    billing.answer(claimPasses, () => ({ pass, reason: 'none' as const, hasActivated: true }));
    const result = await gateway.call('/api/session', { headers });
    expect(billing.last(claimPasses).request).toEqual({ browser });
    const { token } = passCookie(result.headers['set-cookie']);
    expect(token).toHaveLength(43);
    expect(headers.cookie).not.toBe(`pass=${token}`);
    const identity = { role: 'pass', plan: 'hourly', capabilities: ['read', 'tools'] };
    const practice = hash('sha256', pass.practice, 'base64url');
    const expiresAt = new Date(pass.until).toISOString();
    expect(result.json()).toEqual({ ...identity, practice, expiresAt, secondsLeft: 7_200 });
  });

  it('says why there is no access', async () => {
    billing.answer(claimPasses, () => noPass('moved'));
    const { headers } = newBrowser();
    const moved = (await gateway.call('/api/session', { headers })).json();
    expect(moved).toEqual({ role: 'anonymous', capabilities: [], reason: 'moved' });
    expect((await gateway.call('/api/session')).json()['reason']).toBe('none');
  });

  it('begins nothing where another site has sent the request', async () => {
    const { headers, browser } = newBrowser();
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await roleOf({ ...headers, 'sec-fetch-site': site })).toBe('anonymous');
    expect(billing.calls(claimPasses)).toEqual([]);
    expect(billing.last(getActivePass).request).toEqual({ browser });
  });

  it('tells what the ledger says where Redis holds something else', async () => {
    expect(await roleOf({ ...(await gateway.pass('hourly')), ...own })).toBe('anonymous');
  });

  it('keeps a known reader while billing is unreachable, and accepts no new one', async () => {
    billing.answer(claimPasses, unavailable);
    const pass = { ...(await gateway.pass('hourly')), ...own };
    const known = await gateway.call('/api/session', { headers: pass });
    expect(known.json()).toMatchObject({ role: 'pass', plan: 'hourly' });
    const unknown = await gateway.call('/api/session', { headers: newBrowser().headers });
    expect(unknown.status).toBe(503);
    expect(await roleOf()).toBe('anonymous');
  });

  it('asks nothing for an administrator', async () => {
    expect(await roleOf({ ...newBrowser().headers, ...admin })).toBe('admin');
    expect(billing.calls(claimPasses)).toEqual([]);
  });
});
