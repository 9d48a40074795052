import { beforeAll, expect, it } from 'vitest';
import {
  BusNames,
  DeadLetterQueues,
  type AmqpConnection,
  type DeadLetterMessage,
} from '../src/index.js';
import {
  TcpProxy,
  testBroker,
  testConnection,
  testEnv,
  testLogger,
  waitUntil,
  type TestBroker,
} from '../src/testing/index.js';

const env = testEnv();
const names = new BusNames(env);
let proxy: TcpProxy;
let link: AmqpConnection;
let broker: TestBroker;

const open = async (
  store: (letter: DeadLetterMessage) => Promise<void>,
): Promise<DeadLetterQueues> => {
  const queues = new DeadLetterQueues(link, names, testLogger());
  queues.startConsuming(store);
  await waitUntil(() => link.isReady);
  return queues;
};

const put = (service: string, body: string, messageId?: string): void => {
  broker.channel.publish(names.deadEvents, names.eventsOf(service), Buffer.from(body), {
    persistent: true,
    ...(messageId !== undefined && { messageId }),
  });
};

beforeAll(async () => {
  proxy = await TcpProxy.to(env.RABBITMQ_URL);
  env.onEnd(() => proxy.stop());
  link = await testConnection({ ...env, RABBITMQ_URL: proxy.url });
  broker = await testBroker(env);
});

const depth = (queue: string): Promise<number | undefined> => link.countMessages(queue);

it('the box of dead letters keeps a letter before it is forgotten, and the same after a crash between the two', async () => {
  const seen: DeadLetterMessage[] = [];
  const box = await open(async (letter) => {
    seen.push(letter);
    // The connection goes when the letter is stored and not yet acknowledged.
    if (seen.length === 1) proxy.dropConnections();
  });
  put('media', 'first', 'm-1');
  await waitUntil(() => seen.length === 2, 'it does not come again');
  expect(seen.map(({ content }) => content.toString())).toEqual(['first', 'first']);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(1);
  expect(seen[0]).toMatchObject({ service: 'media', messageId: 'm-1', replays: 0 });
  await waitUntil(async () => (await depth(names.deadEventsOf('media'))) === 0);
  await box.close(1_000);
});

it('the box of dead letters does not let go of a letter while it cannot be kept', async () => {
  let tries = 0;
  const box = await open(async () => {
    tries += 1;
    if (tries < 4) throw new Error('the database is away');
  });
  put('billing', 'second');
  await waitUntil(() => tries === 4, 'it is not tried again');
  await box.close(1_000);
  expect(await depth(names.deadEventsOf('billing'))).toBe(0);
});

it('the box of dead letters leaves on the broker what it could not keep before it was closed', async () => {
  let tries = 0;
  const box = await open(() => {
    tries += 1;
    return Promise.reject(new Error('the database is away'));
  });
  put('ops', 'third');
  await waitUntil(() => tries > 0);
  await box.close(1_000);
  await waitUntil(async () => (await depth(names.deadEventsOf('ops'))) === 1, 'it is lost');
  await broker.channel.purgeQueue(names.deadEventsOf('ops'));
});

it('the box of dead letters puts a letter back as it was, without the marks of its death', async () => {
  const box = await open(() => Promise.resolve());
  const letter = {
    service: 'media',
    content: Buffer.from('{"a":1}'),
    messageId: 'm-4',
    contentType: 'application/json',
    type: 'a.b.c.v1',
    replays: 2,
  };
  expect(await box.requeue(letter)).toBe(false);
  await broker.channel.assertQueue(names.eventsOf('media'), { durable: true });
  await broker.channel.assertExchange(names.replaysOf('media'), 'fanout');
  await broker.channel.bindQueue(names.eventsOf('media'), names.replaysOf('media'), '');
  expect(await box.requeue(letter)).toBe(true);
  const message = await broker.channel.get(names.eventsOf('media'), { noAck: true });
  if (!message) throw new Error('nothing was put back');
  expect(message.content.toString()).toBe('{"a":1}');
  expect(message.properties).toMatchObject({
    messageId: 'm-4',
    contentType: 'application/json',
    type: 'a.b.c.v1',
    headers: { 'x-replays': 3 },
  });
  expect(message.properties.headers).not.toHaveProperty('x-death');
  await box.close(1_000);
});

it('the box of dead letters says that the broker is away instead of losing a letter', async () => {
  const box = await open(() => Promise.resolve());
  // The question for a queue that is not there does not cost the connection.
  expect(await depth(names.eventsOf('unknown'))).toBeUndefined();
  expect(link.isReady).toBe(true);
  await proxy.stop();
  await waitUntil(() => !link.isReady);
  const letter = { service: 'media', content: Buffer.from('x'), replays: 0 };
  const unnamed = { messageId: undefined, contentType: undefined, type: undefined };
  await expect(box.requeue({ ...letter, ...unnamed })).rejects.toThrow('cannot be reached');
  await proxy.start();
  await waitUntil(() => link.isReady);
  await box.close(1_000);
});
