import { hash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { claimPasses, getDisease } from '@ctdb/contracts';
import { sharedStage } from './support/stage.js';
import { ids } from './support/records.js';

const { admin, billing, catalog, gateway } = await sharedStage();

const path = `/api/diseases/${ids.disease}`;
const statusOf = async (headers: Record<string, string>) =>
  (await gateway.call(path, { headers })).status;
const roleOf = async (headers: Record<string, string>) =>
  (await gateway.call('/api/session', { headers })).json()['role'];

describe('an administrator', () => {
  it('is identified by the token, and services receive the identity', async () => {
    const asha = { accountId: '9'.repeat(24), username: 'asha', role: 'owner' } as const;
    expect(await statusOf(await gateway.admin(asha))).toBe(200);
    expect(catalog.last(getDisease).context.subject).toEqual({
      role: 'owner',
      id: '9'.repeat(24),
      name: 'asha',
      sessionId: 'session-1',
    });
  });

  it('is rejected as soon as the record has expired, though Redis still has it', async () => {
    expect(await statusOf(await gateway.admin({ expiresAt: Date.now() }))).toBe(401);
    expect(await statusOf(await gateway.admin({ expiresAt: Date.now() - 1 }))).toBe(401);
  });

  it.each(['Bearer unknown', 'Basic YTpi'])('is not known by "%s"', async (authorization) => {
    expect(await statusOf({ authorization })).toBe(401);
    expect(await roleOf({ authorization })).toBe('anonymous');
  });

  it('is not known by a token in the address or the body', async () => {
    const token = admin.authorization.slice('Bearer '.length);
    const inQuery = await gateway.call(`${path}?access_token=${token}`);
    expect(inQuery.status).toBe(401);
    const inBody = await gateway.call('/api/diseases', {
      method: 'POST',
      json: { access_token: token },
    });
    expect(inBody.status).toBe(401);
  });
});

describe('a pass', () => {
  it('is read from the key and value that billing writes at a purchase', async () => {
    const token = randomBytes(32).toString('base64url');
    const key = `pass:${hash('sha256', token)}`;
    const end = Date.now() + 3_600_000;
    const record = `{"id":"p-1","plan":"hourly","expiresAt":${end},"until":${end}}`;
    expect(await gateway.redis.set(key, record, 'PXAT', end, 'NX')).toBe('OK');
    expect(await statusOf({ cookie: `theme=dark; pass=${token}` })).toBe(200);
    const { subject } = catalog.last(getDisease).context;
    expect(subject).toEqual({ role: 'pass', id: 'p-1', plan: 'hourly' });
  });

  it('gives way to an administrator on the same request, and steps in for a token that ended', async () => {
    const pass = await gateway.pass('premium');
    const until = Date.now() + 3_600_000;
    const record = { id: 'p', plan: 'premium', expiresAt: until, until } as const;
    billing.answer(claimPasses, () => ({ pass: record, reason: 'none' as const }));
    const ended = await gateway.admin({ expiresAt: Date.now() - 1 });
    expect(await roleOf({ ...pass, ...admin })).toBe('admin');
    expect(await roleOf({ ...pass, ...ended })).toBe('pass');
    expect(await roleOf({ ...pass, authorization: 'Bearer unknown' })).toBe('pass');
  });
});

describe('GET /api/session', () => {
  it('tells role, capabilities and the time that is left by our clock', async () => {
    const expiresAt = Date.now() + 90_000;
    const headers = await gateway.pass('premium', { expiresAt });
    const pass = { id: 'p', plan: 'premium', expiresAt, until: expiresAt } as const;
    billing.answer(claimPasses, () => ({ pass, reason: 'none' as const }));
    const state = (await gateway.call('/api/session', { headers })).json();
    expect(state).toEqual({
      role: 'pass',
      capabilities: ['read', 'analytics'],
      plan: 'premium',
      expiresAt: new Date(expiresAt).toISOString(),
      secondsLeft: 90,
    });
    expect((await gateway.call('/api/session')).json()).toEqual({
      role: 'anonymous',
      capabilities: [],
      reason: 'none',
    });
    const session = await gateway.call('/api/session', { headers: admin });
    expect(session.json()).toMatchObject({
      role: 'admin',
      personRole: 'admin',
      username: 'admin',
      capabilities: ['read', 'tools', 'analytics', 'account', 'edit', 'admin'],
    });
    const owner = await gateway.admin({ role: 'owner' });
    const { role, personRole } = (await gateway.call('/api/session', { headers: owner })).json();
    expect([role, personRole]).toEqual(['admin', 'owner']);
  });
});
