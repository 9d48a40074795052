import { hash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { claimPasses, getDisease } from '@ctdb/contracts';
import { sharedStage } from './support/stage.js';
import { ids } from './support/records.js';

const { admin, billing, catalog, gateway } = await sharedStage();

const path = `/api/diseases/${ids.disease}`;
const statusOf = async (headers: Record<string, string>) =>
  (await gateway.call(path, { headers })).status;
const roleOf = async (headers: Record<string, string>) =>
  (await gateway.call('/api/session', { headers })).json()['role'];

it('an administrator is identified by the token, and services receive the identity', async () => {
  const asha = { accountId: '9'.repeat(24), username: 'asha', role: 'owner' } as const;
  expect(await statusOf(await gateway.admin(asha))).toBe(200);
  const subject = { role: 'owner', id: '9'.repeat(24), name: 'asha', sessionId: 'session-1' };
  expect(catalog.last(getDisease).context.subject).toEqual(subject);
});

it('an administrator is not known by a token in the address or the body', async () => {
  const token = admin.authorization.slice('Bearer '.length);
  const inQuery = await gateway.call(`${path}?access_token=${token}`);
  const call = { method: 'POST', json: { access_token: token } };
  const inBody = await gateway.call('/api/diseases', call);
  expect([inQuery.status, inBody.status]).toEqual([401, 401]);
});

it('a pass is read from the key and value that billing writes at a purchase', async () => {
  const token = randomBytes(32).toString('base64url');
  const key = `pass:${hash('sha256', token)}`;
  const end = Date.now() + 3_600_000;
  const record = `{"id":"p-1","plan":"hourly","practice":"c-1","expiresAt":${end},"until":${end}}`;
  expect(await gateway.redis.set(key, record, 'PXAT', end, 'NX')).toBe('OK');
  expect(await statusOf({ cookie: `theme=dark; pass=${token}` })).toBe(200);
  const { subject } = catalog.last(getDisease).context;
  expect(subject).toEqual({ role: 'pass', id: 'p-1', plan: 'hourly', practice: 'c-1' });
});

it('a pass gives way to an administrator on the same request, and steps in for a token that ended', async () => {
  const pass = await gateway.pass('premium');
  const until = Date.now() + 3_600_000;
  const record = { id: 'p', plan: 'premium', practice: 'c', expiresAt: until, until } as const;
  billing.answer(claimPasses, () => ({
    pass: record,
    reason: 'none' as const,
    hasActivated: false,
  }));
  const ended = await gateway.admin({ expiresAt: Date.now() - 1 });
  expect(await roleOf({ ...pass, ...admin })).toBe('admin');
  expect(await roleOf({ ...pass, ...ended })).toBe('pass');
  expect(await roleOf({ ...pass, authorization: 'Bearer unknown' })).toBe('pass');
});

it('GET /api/session tells role and capabilities', async () => {
  const stateOf = async (headers = {}) => (await gateway.call('/api/session', { headers })).json();
  expect(await stateOf()).toEqual({ role: 'anonymous', capabilities: [], reason: 'none' });
  const capabilities = ['read', 'tools', 'analytics', 'account', 'edit', 'admin'];
  const person = { role: 'admin', username: 'admin', capabilities };
  expect(await stateOf(admin)).toMatchObject({ ...person, personRole: 'admin' });
  const owner = await stateOf(await gateway.admin({ role: 'owner' }));
  expect(owner).toMatchObject({ role: 'admin', personRole: 'owner' });
});
