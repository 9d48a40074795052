import { expect, it } from 'vitest';
import { TcpProxy, testEnv, waitUntil } from '@ctdb/chassis/testing';
import { isReady } from './support/bundle.js';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { ids } from './support/records.js';
import { stubCatalog } from './support/stub-catalog.js';

const redis = await TcpProxy.to(process.env['REDIS_URL'] ?? '');
const rabbit = await TcpProxy.to(process.env['RABBITMQ_URL'] ?? '');
const env = testEnv({ ...unlimited, REDIS_URL: redis.url });

env.onEnd(() => Promise.all([redis.stop(), rabbit.stop()]));
await stubCatalog().start(env);
// The catalog keeps its connection; only the gateway's way to the broker is cut.
process.env['RABBITMQ_URL'] = rabbit.url;
const gateway = await GatewayUnderTest.start(env);
const admin = await gateway.admin();

const path = `/api/diseases/${ids.disease}`;
const timed = async (target: string) => {
  const start = performance.now();
  const result = await gateway.call(target, { headers: admin });
  return { target, result, milliseconds: performance.now() - start };
};

it('without Redis every caller gets 503 with a time to retry, and the gateway recovers by itself', async () => {
  expect((await timed(path)).result.status).toBe(200);
  await waitUntil(() => isReady(gateway), 'not ready');
  await redis.stop();
  const targets = [path, '/api/session', '/api/glossary', '/api/nope'];
  for (const { target, result, milliseconds } of await Promise.all(targets.map(timed))) {
    expect({ target, status: result.status }).toEqual({ target, status: 503 });
    expect(result.json()['code']).toBe('SERVICE_UNAVAILABLE');
    expect(Number(result.headers['retry-after'])).toBeGreaterThan(0);
    expect(milliseconds).toBeLessThan(5_000);
  }
  expect(await isReady(gateway)).toBe(true);
  expect((await gateway.call('/')).status).not.toBe(500);
  await redis.start();
  await waitUntil(async () => (await timed(path)).result.status === 200, 'no recovery');
}, 40_000);

it('without Redis that answers nothing, too', async () => {
  redis.hold();
  const { result, milliseconds } = await timed(path);
  expect(result.status).toBe(503);
  expect(milliseconds).toBeLessThan(5_000);
  redis.release();
  redis.dropConnections();
  await waitUntil(async () => (await timed(path)).result.status === 200, 'no recovery');
}, 40_000);

it('without the broker calls of services are 503 in time, our own still answer, and it recovers by itself', async () => {
  expect((await timed(path)).result.status).toBe(200);
  const before = (await timed('/api/config')).result.json();
  // Billing has never run here.
  expect(before['payments']).toEqual({ mode: null });
  await rabbit.stop();
  for (const { result, milliseconds } of await Promise.all([path, path, path].map(timed))) {
    expect(result.status).toBe(503);
    expect(result.json()['code']).toBe('SERVICE_UNAVAILABLE');
    expect(result.headers['retry-after']).toBeDefined();
    expect(milliseconds).toBeLessThan(5_500);
  }
  expect((await timed('/api/session')).result.status).toBe(200);
  expect((await timed('/api/config')).result.json()).toEqual(before);
  expect(await isReady(gateway)).toBe(true);
  await rabbit.start();
  await waitUntil(async () => (await timed(path)).result.status === 200, 'no recovery', 20_000);
}, 60_000);
