import { expect, it } from 'vitest';
import { OwnRedis, testEnv } from '@ctdb/chassis/testing';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { ids } from './support/records.js';
import { stubBilling } from './support/stub-billing.js';
import { stubCatalog } from './support/stub-catalog.js';

const redis = await OwnRedis.start();
const env = { ...testEnv({ ...unlimited, REDIS_URL: redis.url }), REDIS_URL: redis.url };
env.onEnd(async () => redis.stop());
await stubCatalog().start(env);
await stubBilling().start(env);
const gateway = await GatewayUnderTest.start(env);

const disease = `/api/diseases/${ids.disease}`;
const post = (path: string, json: object) =>
  gateway.call(path, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, json });
const costly = {
  signIn: () => post('/api/admin/login', { username: 'admin', password: 'x' }),
  setup: () => gateway.call('/paypal/setup'),
  order: () => post('/paypal/order', { amount: '9.99', currency: 'USD', intent: 'CAPTURE' }),
  restore: () => post('/api/access/restore', { accessCode: '0' }),
};

it('a full Redis admits readers, still counted, and nothing that would store more', async () => {
  const readers = [
    [await gateway.admin(), /^"minute";r=999999;t=\d+$/],
    [await gateway.pass('hourly'), /^"minute";r=999999;t=\d+, "answers";r=999999;t=\d+$/],
  ] as const;
  await redis.setFull(true);
  for (const [headers, counted] of readers) {
    const read = await gateway.call(disease, { headers });
    expect(read.status).toBe(200);
    expect(read.headers['ratelimit']).toMatch(counted);
  }
  expect((await gateway.call('/api/glossary')).status).toBe(200);
  expect((await gateway.call(disease)).status).toBe(401);
  for (const [name, call] of Object.entries(costly)) {
    const { status, headers } = await call();
    expect({ name, status }).toEqual({ name, status: 503 });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  await redis.setFull(false);
  for (const [name, call] of Object.entries(costly))
    expect({ name, status: (await call()).status }).not.toEqual({ name, status: 503 });
});
