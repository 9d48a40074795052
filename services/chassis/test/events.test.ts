import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Metrics } from '../src/health/metrics.js';
import { eventTiming } from '../src/bus/event-delivery.js';
import {
  admin,
  newEnvelope,
  startTestService,
  testBroker,
  testEnv,
  type TestBroker,
  type TestService,
  waitUntil,
} from '../src/testing/index.js';
import {
  counted,
  FactsModule,
  FactsRepository,
  failures,
  heard,
  ListenerModule,
  MAX_FACT,
} from './facts.fixture.js';

const env = testEnv();
let broker: TestBroker;
let channel: TestBroker['channel'];
let names: TestBroker['names'];
let service: TestService;

const usualTiming = { ...eventTiming };
afterAll(() => Object.assign(eventTiming, usualTiming));

beforeAll(async () => {
  Object.assign(eventTiming, { initialBackoffMs: 10, maxBackoffMs: 20 });
  service = await startTestService(ListenerModule, env);
  broker = await testBroker(env);
  ({ channel, names } = broker);
});

beforeEach(() => {
  heard.length = 0;
  failures.clear();
});

const envelope = (value: number) => newEnvelope(counted, { value, detail: {} }, { actor: admin() });

const publish = (body: unknown): void => broker.publish(counted.name, body);

const values = (): number[] => heard.map(({ value }) => value);

const deadLetter = async (service = 'billing'): Promise<string> => {
  let body: string | undefined;
  await waitUntil(async () => {
    const message = await channel.get(names.deadEventsOf(service), { noAck: true });
    if (message) body = message.content.toString();
    return message !== false;
  }, 'nothing came to the dead-letter queue');
  return String(body);
};

const queued = async (service = 'billing'): Promise<number> =>
  (await channel.checkQueue(names.eventsOf(service))).messageCount;

it('an event is handled with its envelope, on behalf of its actor', async () => {
  const event = envelope(1);
  publish(event);
  await waitUntil(() => heard.length === 1);
  expect(heard[0]).toEqual({ value: 1, envelope: event, role: 'admin' });
});

it('an event is handled once though it is published twice', async () => {
  const event = envelope(2);
  publish(event);
  publish(event);
  publish(envelope(3));
  await waitUntil(() => values().includes(3));
  expect(values()).toEqual([2, 3]);
});

it('an event keeps its place in the order', async () => {
  const order = Array.from({ length: 50 }, (_, index) => index);
  for (const value of order) publish(envelope(value));
  await waitUntil(() => heard.length === order.length);
  expect(values()).toEqual(order);
});

it('an event that cannot be handled is tried again five times, then it is a dead letter, and the queue moves on', async () => {
  failures.set(13, new Error('not this one'));
  publish(envelope(13));
  publish(envelope(14));
  await waitUntil(() => values().includes(14), 'the queue does not move', 30_000);
  expect(JSON.parse(await deadLetter())).toMatchObject({ payload: { value: 13 } });
  expect(values()).toEqual([13, 13, 13, 13, 13, 13, 14]);
  await waitUntil(async () => (await queued()) === 0);
}, 40_000);

it('an event that cannot be handled waits, and is not given up, while a database is away', async () => {
  failures.set(31, Object.assign(new Error('away'), { name: 'MongoNetworkError' }));
  publish(envelope(31));
  await waitUntil(() => values().length >= 4);
  failures.clear();
  publish(envelope(32));
  await waitUntil(() => values().includes(32), 'the queue does not move', 30_000);
  expect(await channel.get(names.deadEventsOf('billing'), { noAck: true })).toBe(false);
}, 40_000);

it('a message that is no event, or one without a handler, is a dead letter at once', async () => {
  const name = 'catalog.other.v1';
  await channel.bindQueue(names.eventsOf('billing'), names.events, name);
  const other = { ...envelope(42), name };
  publish('{');
  broker.publish(name, other);
  expect(await deadLetter()).toBe('{');
  expect(JSON.parse(await deadLetter())).toEqual(other);
  expect(heard).toEqual([]);
});

const countForged = async () => {
  const { values: counts } = await service.get(Metrics).eventsConsumed.get();
  return counts.find(({ labels }) => labels.outcome === 'forged')?.value ?? 0;
};

it('an event that its service has not sent is discarded where a queue has led it on', async () => {
  const { queue } = await channel.assertQueue('', {
    exclusive: true,
    deadLetterExchange: names.events,
    deadLetterRoutingKey: counted.name,
    messageTtl: 0,
  });
  const before = await countForged();
  channel.sendToQueue(queue, Buffer.from(JSON.stringify(envelope(52))));
  await waitUntil(async () => (await countForged()) > before);
  expect(heard).toEqual([]);
  expect(await channel.get(names.deadEventsOf('billing'), { noAck: true })).toBe(false);
});

it('events of concurrent handlers are stored together and once each, and one that does not fit is a dead letter alone', async () => {
  const service = await startTestService(FactsModule, env);
  const { facts } = service.get(FactsRepository);
  const insertMany = vi.spyOn(facts.collection, 'insertMany');
  const events = Array.from({ length: 30 }, (_, value) => envelope(value));
  const poison = envelope(MAX_FACT + 1);
  for (const event of [...events, poison, ...events]) publish(event);
  expect(JSON.parse(await deadLetter('media'))).toEqual(poison);
  await waitUntil(async () => (await queued('media')) === 0);
  const stored = await facts.find().sort({ value: 1 }).lean();
  expect(stored.map(({ _id }) => _id)).toEqual(events.map(({ id }) => id));
  expect(insertMany.mock.calls.length).toBeLessThan(events.length);
  await service.close();
  expect(await channel.get(names.deadEventsOf('media'), { noAck: true })).toBe(false);
}, 40_000);

it('events of concurrent handlers are finished where they have begun, and left to the next process else', async () => {
  const service = await startTestService(FactsModule, env);
  const { facts } = service.get(FactsRepository);
  await facts.deleteMany();
  const insertMany = vi.spyOn(facts.collection, 'insertMany');
  const events = Array.from({ length: 200 }, (_, value) => envelope(value % MAX_FACT));
  for (const event of events) publish(event);
  await waitUntil(() => insertMany.mock.calls.length > 0);
  await service.close();
  const next = await startTestService(FactsModule, env);
  const count = () => next.get(FactsRepository).facts.countDocuments();
  await waitUntil(async () => (await count()) === events.length);
  await waitUntil(async () => (await queued('media')) === 0);
  await next.close();
}, 40_000);
