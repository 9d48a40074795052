import { beforeAll, expect, it } from 'vitest';
import {
  eventSpy,
  startTestService,
  TcpProxy,
  testEnv,
  waitUntil,
  type EventSpy,
  type TestService,
} from '../src/testing/index.js';
import { AmqpConnection } from '../src/index.js';
import { counted, CounterModule, Counters } from './facts.fixture.js';

const env = testEnv();
let proxy: TcpProxy;
let service: TestService;
let counters: Counters;
let spy: EventSpy;

beforeAll(async () => {
  spy = await eventSpy(env, counted);
  proxy = await TcpProxy.to(env.RABBITMQ_URL);
  env.onEnd(() => proxy.stop());
  process.env['RABBITMQ_URL'] = proxy.url;
  service = await startTestService(CounterModule, env);
  counters = service.get(Counters);
  await counters.model.init();
});

const isPublished = async (id: string): Promise<boolean> =>
  (await counters.model.findById(id).lean())?.outbox.length === 0;

const heard = () => spy.of(counted).map(({ payload }) => payload.value);

it('the outbox publishes what a process stored that died before it could', async () => {
  await counters.write('dead', 100);
  await spy.waitFor(counted, ({ payload }) => payload.value === 100);
  await waitUntil(() => isPublished('dead'));
});

it('the outbox keeps events while the broker is away, and their order after it', async () => {
  await proxy.stop();
  await waitUntil(() => !service.get(AmqpConnection).isReady);
  const order = [201, 202, 203, 204, 205];
  for (const value of order) await counters.write('order', value);
  counters.outbox.relaySoon();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await isPublished('order')).toBe(false);
  await proxy.start();
  await spy.waitFor(counted, ({ payload }) => payload.value === 205);
  expect(heard().filter((value) => order.includes(value))).toEqual(order);
  await waitUntil(() => isPublished('order'));
}, 30_000);

it('the outbox loses nothing and keeps each order with two replicas that publish at the same time', async () => {
  const other = await startTestService(CounterModule, env);
  const replicas = [counters, other.get(Counters)];
  const documents = Array.from({ length: 10 }, (_, index) => `replica-${index}`);
  const rounds = Array.from({ length: 10 }, (_, index) => index);
  for (const round of rounds) {
    await Promise.all(
      documents.map((id, index) => counters.write(id, 1_000 + index * 100 + round)),
    );
    for (const { outbox } of replicas) outbox.relaySoon();
  }
  for (const id of documents) await waitUntil(() => isPublished(id));
  await waitUntil(() => heard().filter((value) => value >= 1_000).length >= 100);
  for (const index of documents.keys()) {
    const first = 1_000 + index * 100;
    const values = heard().filter((value) => value >= first && value < first + 100);
    expect(values).toEqual(rounds.map((round) => first + round));
  }
  await other.close();
}, 30_000);

it('the outbox publishes the remaining entries when the process stops', async () => {
  await counters.write('last', 9_000);
  await service.close();
  await spy.waitFor(counted, ({ payload }) => payload.value === 9_000);
  expect(heard().filter((value) => value === 9_000)).toHaveLength(1);
});
