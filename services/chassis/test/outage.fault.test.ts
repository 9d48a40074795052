import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Channel } from 'amqplib';
import { AmqpConnection, HealthServer, newTraceparent, RpcClient } from '../src/index.js';
import {
  admin,
  rpcCaller,
  startTestService,
  TcpProxy,
  testConnection,
  testEnv,
  waitUntil,
  type RpcCaller,
  type TestService,
} from '../src/testing/index.js';
import { begun, done, echo, EchoModule, gates, slowCommand, slowQuery } from './echo.fixture.js';

const env = testEnv();
let proxy: TcpProxy;
let service: TestService;
let call: RpcCaller;

const ready = async (): Promise<{ status: number; body: unknown }> => {
  const { port } = service.get(HealthServer);
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
  return { status: response.status, body: await response.json() };
};

beforeAll(async () => {
  proxy = await TcpProxy.to(env.RABBITMQ_URL);
  env.onEnd(() => proxy.stop());
  const proxied = { ...env, RABBITMQ_URL: proxy.url };
  process.env['RABBITMQ_URL'] = proxy.url;
  service = await startTestService(EchoModule, env);
  call = await rpcCaller(admin(), proxied);
});

beforeEach(() => {
  begun.length = 0;
  done.length = 0;
});

/** Calls until it succeeds. */
const isAnswered = () =>
  waitUntil(() => call(echo, { text: 'back' }).then(Boolean, () => false), 'no answer', 20_000);

it('while the broker is away calls in flight fail at once, later ones soon, and everything recovers by itself', async () => {
  const inFlight = call(slowQuery, { id: 'q', milliseconds: 3_000 });
  inFlight.catch(() => undefined);
  await waitUntil(() => begun.includes('q'));

  const cutAt = performance.now();
  await proxy.stop();
  const unavailable = { code: 'SERVICE_UNAVAILABLE', params: { retryAfter: 1 } };
  await expect(inFlight).rejects.toMatchObject(unavailable);
  expect(performance.now() - cutAt).toBeLessThan(2_000);

  const start = performance.now();
  await expect(call(echo, { text: 'x' })).rejects.toMatchObject(unavailable);
  expect(performance.now() - start).toBeLessThan(echo.deadlineMs / 2);
  const body = { status: 'not ready', failed: ['rabbitmq'] };
  expect(await ready()).toEqual({ status: 503, body });

  await proxy.start();
  await isAnswered();
  await waitUntil(async () => (await ready()).status === 200);
}, 30_000);

it('while the broker is away a call waits for a connection that is just coming back', async () => {
  await waitUntil(async () => (await ready()).status === 200);
  const link = service.get(AmqpConnection);
  const lost = new Promise<void>((resolve) => {
    link.openChannel((channel) => Promise.resolve(void channel.once('close', resolve)));
  });
  await waitUntil(() => link.isReady);
  proxy.dropConnections();
  await lost;
  // The next attempt comes 200 to 400 ms after the loss.
  const context = { subject: admin(), requestId: 'r-1', traceparent: newTraceparent() };
  const waiting = service
    .get(RpcClient)
    .call(echo, { text: 'patient' }, { ...context, locale: 'en' });
  expect(link.isReady).toBe(false);
  await expect(waiting).resolves.toMatchObject({ text: 'patient' });
}, 30_000);

it('a command whose process is gone is done by another one, and answered within its deadline', async () => {
  const direct = await rpcCaller(admin(), env);
  const gate = Promise.withResolvers<undefined>();
  gates.set('g', gate.promise);
  const answer = direct(slowCommand, { id: 'g', milliseconds: 0 });
  await waitUntil(() => begun.includes('g'));
  process.env['RABBITMQ_URL'] = env.RABBITMQ_URL;
  const other = await startTestService(EchoModule, env);
  await proxy.stop();
  gate.resolve(undefined);
  await expect(answer).resolves.toMatchObject({ text: 'g' });
  expect(begun.filter((id) => id === 'g')).toEqual(['g', 'g']);
  await other.close();
  await proxy.start();
  await isAnswered();
}, 30_000);

it('a command whose connection is cut is done once though it is delivered again, and leaves the queue', async () => {
  const inFlight = call(slowCommand, { id: 'c', milliseconds: 1_500 });
  inFlight.catch(() => undefined);
  await waitUntil(() => begun.includes('c'));
  proxy.dropConnections();
  await expect(inFlight).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });

  await waitUntil(() => service.get(AmqpConnection).isReady);
  await waitUntil(() => done.includes('c'));
  await isAnswered();
  await call(slowCommand, { id: 'next', milliseconds: 0 });
  expect(begun.filter((id) => id === 'c')).toEqual(['c']);
  expect(done.filter((id) => id !== 'q')).toEqual(['c', 'next']);
}, 30_000);

const opened = async (): Promise<{ connection: AmqpConnection; channel: Channel }> => {
  const connection = await testConnection({ ...env, RABBITMQ_URL: proxy.url });
  const channel = await new Promise<Channel>((resolve) => {
    connection.openChannel((raw) => Promise.resolve(resolve(raw)));
  });
  await waitUntil(() => connection.isReady);
  return { connection, channel };
};

it('a connection that is to close closes while it is about to reconnect', async () => {
  const { connection, channel } = await opened();
  const closed = new Promise<void>((resolve) => {
    // Runs after the connection's own listener, which begins to reconnect.
    channel.once('close', () => setImmediate(() => resolve(connection.close())));
  });
  await channel.close();
  await expect(closed).resolves.toBeUndefined();
});

it('a connection that is to close closes though it is lost before RabbitMQ answers', async () => {
  const { connection } = await opened();
  const closed = connection.close();
  // By then the request to close is on its way.
  await new Promise((resolve) => setImmediate(resolve));
  proxy.dropConnections();
  await expect(closed).resolves.toBeUndefined();
});
