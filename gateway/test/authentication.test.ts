import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testEnv } from '@ctdb/chassis/testing';
import { claimPasses, getDisease } from '@ctdb/contracts';
import { Redis } from 'ioredis';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { ids } from './support/records.js';
import { stagedBilling } from './support/staged-billing.js';
import { stagedCatalog } from './support/staged-catalog.js';

const env = testEnv(unlimited);
const catalog = stagedCatalog();
const billing = stagedBilling();

await catalog.start(env);
await billing.start(env);
const gateway = await GatewayUnderTest.start(env);

const path = `/api/diseases/${ids.disease}`;
const statusOf = async (headers: Record<string, string>) =>
  (await gateway.call(path, { headers })).status;
const roleOf = async (headers: Record<string, string>) =>
  (await gateway.call('/api/session', { headers })).json()['role'];
const HOUR_MS = 3_600_000;

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
    const token = (await gateway.admin()).authorization.slice('Bearer '.length);
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
    const key = `${env.REDIS_PREFIX}pass:${createHash('sha256').update(token).digest('hex')}`;
    const end = Date.now() + HOUR_MS;
    const record = `{"id":"p-1","plan":"hourly","expiresAt":${end},"until":${end}}`;
    const redis = new Redis(env.REDIS_URL);
    expect(await redis.set(key, record, 'PXAT', end, 'NX')).toBe('OK');
    redis.disconnect();
    expect(await statusOf({ cookie: `theme=dark; pass=${token}` })).toBe(200);
    const { subject } = catalog.last(getDisease).context;
    expect(subject).toEqual({ role: 'pass', id: 'p-1', plan: 'hourly' });
  });

  it('gives way to an administrator on the same request, and steps in for a token that ended', async () => {
    const pass = await gateway.pass('premium');
    const until = Date.now() + HOUR_MS;
    const record = { id: 'p', plan: 'premium' as const, expiresAt: until, until };
    billing.answer(claimPasses, () => ({ pass: record, reason: 'none' as const }));
    const admin = await gateway.admin();
    const ended = await gateway.admin({ expiresAt: Date.now() - 1 });
    expect(await roleOf({ ...pass, ...admin })).toBe('admin');
    expect(await roleOf({ ...pass, ...ended })).toBe('pass');
    expect(await roleOf({ ...pass, authorization: 'Bearer unknown' })).toBe('pass');
    billing.answer(claimPasses, () => ({ pass: null, reason: 'none' as const }));
  });

  it.each(['{}', 'nonsense', '{"id":"p","plan":"gold","expiresAt":99999999999999}', '[]', 'null'])(
    'with the record %s is none',
    async (record) => {
      const token = randomBytes(32).toString('base64url');
      const hash = createHash('sha256').update(token).digest('hex');
      const redis = new Redis(env.REDIS_URL, { keyPrefix: env.REDIS_PREFIX });
      await redis.set(`pass:${hash}`, record);
      await redis.set(`session:${hash}`, record);
      redis.disconnect();
      expect(await statusOf({ cookie: `pass=${token}` })).toBe(401);
      expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(401);
    },
  );
});

describe('GET /api/session', () => {
  it('tells role, capabilities and the time that is left by our clock', async () => {
    const expiresAt = Date.now() + 90_000;
    const headers = await gateway.pass('premium', { expiresAt });
    const pass = { id: 'p', plan: 'premium' as const, expiresAt, until: expiresAt };
    billing.answer(claimPasses, () => ({ pass, reason: 'none' as const }));
    const state = (await gateway.call('/api/session', { headers })).json();
    billing.answer(claimPasses, () => ({ pass: null, reason: 'none' as const }));
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
    const admin = await gateway.call('/api/session', { headers: await gateway.admin() });
    expect(admin.json()).toMatchObject({
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
