import type { Socket } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { onConnect } from '../src/data/sockets.js';
import { ChassisModule, HealthServer, MONGO, REDIS } from '../src/index.js';
import {
  admin,
  rpcCaller,
  startTestService,
  TcpProxy,
  testEnv,
  waitUntil,
  type TestService,
} from '../src/testing/index.js';
import { count, CounterModule, Counters } from './facts.fixture.js';

const env = testEnv();
let mongo: TcpProxy;
let redis: TcpProxy;
let service: TestService;
let cache: TestService;
const mongoSockets = new Set<Socket>();

@Module({ imports: [ChassisModule.forRoot({ service: 'billing', redis: true })] })
class CacheModule {}

beforeAll(async () => {
  mongo = await TcpProxy.to(env.MONGODB_URI);
  redis = await TcpProxy.to(env.REDIS_URL);
  env.onEnd(() => Promise.all([mongo.stop(), redis.stop()]));
  process.env['MONGODB_URI'] = mongo.url;
  const port = new Set([Number(new URL(mongo.url).port)]);
  const stop = onConnect(port, (socket) => mongoSockets.add(socket));
  env.onEnd(async () => stop());
  process.env['REDIS_URL'] = redis.url;
  service = await startTestService(CounterModule, env);
  cache = await startTestService(CacheModule, env);
});

const get = async (path: string, of = service) => {
  const response = await fetch(`http://127.0.0.1:${of.get(HealthServer).port}${path}`);
  return { status: response.status, body: await response.text() };
};

it('the health server tells Prometheus of calls, events and the outbox', async () => {
  const call = await rpcCaller(admin(), env);
  await call(count, { id: 'metrics' });
  // An event is removed from the outbox a moment after it is published.
  await waitUntil(async () => /^outbox_backlog.* 0$/m.test((await get('/metrics')).body));
  const lines = (await get('/metrics')).body.split('\n');
  const valueOf = (name: string, ...labels: string[]) =>
    lines
      .find((line) => line.startsWith(name) && labels.every((label) => line.includes(label)))
      ?.split(' ')[1];
  const answered = ['command="catalog.count"', 'outcome="ok"', 'service="catalog"'];
  expect(valueOf('rpc_server_duration_seconds_count', ...answered)).toBe('1');
  expect(valueOf('process_cpu_user_seconds_total')).toMatch(/^\d/);
});

it('the health server is not ready without its database, is alive, and is ready again after it', async () => {
  await mongo.stop();
  await waitUntil(async () => (await get('/health/ready')).status === 503);
  expect((await get('/health/ready')).body).toBe('{"status":"not ready","failed":["mongodb"]}');
  const ready = { status: 200, body: '{"status":"ok"}' };
  expect(await get('/health/live')).toEqual(ready);
  expect((await get('/other')).status).toBe(404);
  const call = await rpcCaller(admin(), env);
  await expect(call(count, { id: 'away' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });

  await mongo.start();
  await expect.poll(() => get('/health/ready'), { timeout: 30_000 }).toEqual(ready);
  expect(await call(count, { id: 'back' })).toMatchObject({ value: expect.any(Number) });
  expect(await service.get(Counters).model.findById('away')).toBeNull();
}, 40_000);

it('a command fails that MongoDB gets on a connection about to close, and the next one works', async () => {
  const { db } = service.get<Connection>(MONGO);
  await db?.command({ ping: 1 });
  for (const socket of mongoSockets) socket.destroy();
  await expect(db?.command({ ping: 1 })).rejects.toThrow('closed');
  await waitUntil(async () => (await get('/health/ready')).status === 200);
});

it('the health server is not ready without Redis, whose commands fail soon', async () => {
  const client = cache.get<Redis>(REDIS);
  await client.set('key', 'value');
  await waitUntil(async () => (await get('/health/ready', cache)).status === 200);
  await redis.stop();
  await waitUntil(async () => (await get('/health/ready', cache)).status === 503);
  const start = performance.now();
  await expect(client.get('key')).rejects.toThrow();
  expect(performance.now() - start).toBeLessThan(4_000);
  await redis.start();
  await waitUntil(async () => (await get('/health/ready', cache)).status === 200);
  expect(await client.get('key')).toBe('value');
}, 30_000);
