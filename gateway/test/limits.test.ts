import { hash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { accessKeys } from '@ctdb/contracts';
import { ids } from './support/records.js';
import { ownStage } from './support/stage.js';
import { stubBilling } from './support/stub-billing.js';
import { stubCatalog } from './support/stub-catalog.js';

const variables = {
  RATE_ANONYMOUS: '5',
  RATE_SIGNED_IN: '8',
  RATE_SIGN_IN: '3',
  RATE_RESTORE: '2',
  RATE_SETUP: '1',
  RATE_ORDER: '2',
  RATE_CAPTURE: '4',
  QUOTA_ANSWERS: '6',
  QUOTA_ENTRIES: '2',
  QUOTA_IMAGES: '3',
  TRUST_PROXY: '127.0.0.1',
};
const { env, gateway } = await ownStage(variables, stubCatalog(), stubBilling());
const { redis } = gateway;

const from = (address: string) => ({ 'x-forwarded-for': address });
const statuses = async (count: number, path: string, headers: Record<string, string>) => {
  const found: number[] = [];
  while (found.length < count) found.push((await gateway.call(path, { headers })).status);
  return found;
};

describe('without access', () => {
  it('an address has its limit, and the response states when to retry', async () => {
    const headers = from('198.51.100.1');
    expect(await statuses(5, '/api/glossary', headers)).toEqual([200, 200, 200, 200, 200]);
    const refused = await gateway.call('/api/glossary', { headers });
    expect(refused.json()).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.headers).toMatchObject({
      'ratelimit-policy': '"minute";q=5;w=60',
      ratelimit: expect.stringMatching(/^"minute";r=0;t=\d+$/),
    });
    expect(await statuses(1, '/api/glossary', from('198.51.100.2'))).toEqual([200]);
  });

  it('refusals, unknown paths and invented tokens count', async () => {
    const headers = from('198.51.100.3');
    await statuses(2, '/api/diseases', headers);
    await statuses(2, '/api/nope', headers);
    await statuses(1, '/api/glossary', { ...headers, authorization: 'Bearer a' });
    const invented = { ...headers, authorization: 'Bearer b', cookie: 'pass=c' };
    expect(await statuses(1, '/api/glossary', invented)).toEqual([429]);
  });

  it('invented browsers count, also once the ledger was found to know nothing of them', async () => {
    const token = randomBytes(32).toString('base64url');
    await redis.set(accessKeys.pass(hash('sha256', token, 'hex')), 'ended', 'PX', 60_000);
    const headers = { ...from('198.51.100.4'), cookie: `pass=${token}` };
    expect(await statuses(6, '/api/glossary', headers)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('an IPv6 network of one household counts as one address', async () => {
    for (const host of [1, 2, 3, 4, 5])
      expect(await statuses(1, '/api/glossary', from(`2001:db8:1:2::${host}`))).toEqual([200]);
    expect(await statuses(1, '/api/glossary', from('2001:db8:1:2:ffff::9'))).toEqual([429]);
    expect(await statuses(1, '/api/glossary', from('2001:db8:1:3::1'))).toEqual([200]);
  });

  it('the networks of an IPv6 site have ten times the limit together', async () => {
    const network = (index: number) => from(`2001:db8:9:${index}::1`);
    // What the first one asks in vain uses up nothing of the others' share.
    await statuses(20, '/api/glossary', network(0));
    const others = Array.from({ length: 9 }, (_, index) => network(index + 1));
    const seen = await Promise.all(others.map((from9) => statuses(5, '/api/glossary', from9)));
    expect(seen.flat()).toEqual(Array(45).fill(200));
    const refused = await gateway.call('/api/glossary', { headers: network(10) });
    expect(refused.status).toBe(429);
    expect(refused.headers['ratelimit-policy']).toBe('"minute";q=50;w=60');
    expect(await statuses(1, '/api/glossary', from('2001:db8:a::1'))).toEqual([200]);
  });

  it('what a client says of itself is believed from trusted proxies alone', async () => {
    // The proxy appends the address that it saw; the rest is the client's own claim.
    for (const claimed of [0, 1, 2, 3, 4])
      await statuses(1, '/api/glossary', from(`203.0.113.${claimed}, 198.51.100.7`));
    expect(await statuses(1, '/api/glossary', from('203.0.113.99, 198.51.100.7'))).toEqual([429]);
    await statuses(6, '/api/glossary', from('not-an-address'));
    expect(await statuses(1, '/api/glossary', from('another-nonsense'))).toEqual([429]);
  });
});

describe('with access', () => {
  it.each([
    ['session', () => gateway.admin()],
    ['pass', () => gateway.pass('hourly')],
  ])('each %s has a limit of its own, wherever it is used', async (_, create) => {
    const caller: Record<string, string> = await create();
    const seen: number[] = [];
    while (seen.length < 9)
      seen.push(
        ...(await statuses(1, '/api/session', { ...caller, ...from(`192.0.2.${seen.length}`) })),
      );
    expect(seen).toEqual([...Array(8).fill(200), 429]);
    expect(await statuses(1, '/api/session', { ...(await create()) })).toEqual([200]);
  });
});

describe('the quotas of a pass', () => {
  /** Each call is another browser, to which the purchase has moved. */
  const moved = async () => ({
    ...(await gateway.pass('hourly', { id: 'moving' })),
    'sec-fetch-site': 'same-origin',
  });

  it('count what one purchase saves, sees and reads in an hour, in whichever browser', async () => {
    const json = { treatmentId: ids.treatment, content: 'Slept better' };
    const save = async () => {
      const headers = { ...(await moved()), 'accept-language': 'kn' };
      return gateway.call('/api/treatments/notes', { method: 'POST', headers, json });
    };
    expect([(await save()).status, (await save()).status]).toEqual([201, 201]);
    const refused = await save();
    expect(refused.status).toBe(429);
    expect(refused.json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('ಟಿಪ್ಪಣಿಗಳು'),
      params: { quota: 'entries' },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect(refused.headers).toMatchObject({
      'ratelimit-policy': '"minute";q=8;w=60, "entries";q=2;w=3600',
      ratelimit: expect.stringMatching(/^"minute";r=7;t=\d+, "entries";r=0;t=3\d{3}$/),
    });
    expect(await statuses(4, '/uploads/none', await moved())).toEqual([404, 404, 404, 429]);
    const read = await gateway.call('/api/diseases', { headers: await moved() });
    expect(read.headers['ratelimit']).toMatch(/^"minute";r=7;t=\d+, "answers";r=5;t=\d+$/);
    expect(await redis.keys(`${env.REDIS_PREFIX}quota:moving*`)).toHaveLength(1);
    const left = await redis.pttl('quota:moving');
    expect(left).toBeGreaterThan(3_500_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
  });

  it('count neither what is for everyone, nor the team, nor for other purchases', async () => {
    const policy = async (path: string, headers: Record<string, string>) =>
      (await gateway.call(path, { headers })).headers['ratelimit-policy'];
    const browser = await gateway.pass('hourly', { id: 'first' });
    const minute = '"minute";q=8;w=60';
    expect(await policy('/api/session', browser)).toBe(minute);
    expect(await policy('/api/diseases', { ...browser, ...(await gateway.admin()) })).toBe(minute);
    expect(await statuses(7, '/api/diseases', browser)).toEqual([...Array(6).fill(200), 429]);
    const other = await gateway.pass('hourly', { id: 'second' });
    expect(await statuses(1, '/api/diseases', other)).toEqual([200]);
  });
});

describe('what costs more', () => {
  const headers = { ...from('192.0.2.201'), 'sec-fetch-site': 'same-origin' };

  it.each([
    ['/api/admin/login', { username: 'admin', password: 'wrong' }, [401, 401, 401, 429]],
    ['/api/access/restore', { accessCode: '0' }, [404, 404, 429]],
    ['/paypal/order', { amount: '9.99', currency: 'USD', intent: 'CAPTURE' }, [201, 201, 429]],
  ])('has a limit by address at %s, whatever the caller holds', async (path, json, expected) => {
    for (const status of expected) {
      const caller = { ...headers, ...(await gateway.admin()) };
      const result = await gateway.call(path, { method: 'POST', headers: caller, json });
      expect(result.status).toBe(status);
    }
  });

  it('has a limit of its own each, beside that of all requests', async () => {
    expect(await statuses(2, '/paypal/setup', headers)).toEqual([200, 429]);
    const capture = await gateway.call('/paypal/order/X/capture', { method: 'POST', headers });
    expect(capture.headers['ratelimit-policy']).toBe('"minute";q=4;w=60');
    expect(await statuses(6, '/api/glossary', headers)).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
