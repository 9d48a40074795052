import { once } from 'node:events';
import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import { Redis } from 'ioredis';
import { Client } from 'minio';
import { requireVariable } from '../src/testing/index.js';

describe("who holds catalog's credentials, at RabbitMQ,", () => {
  const own = 'private.catalog.isolation-test';
  let connection: ChannelModel;

  beforeAll(async () => {
    connection = await connect(requireVariable('CATALOG_RABBITMQ_URL'));
    const channel = await connection.createChannel();
    await channel.assertQueue(own, { exclusive: true });
  });
  afterAll(() => connection.close());

  /** How RabbitMQ ends the channel of `action`; `undefined` where it is allowed. */
  const refusal = async (action: (channel: Channel) => unknown): Promise<number | undefined> => {
    const channel = await connection.createChannel();
    const ended = once(channel, 'error') as Promise<[{ code?: number }]>;
    ended.catch(() => undefined);
    await Promise.resolve(action(channel)).catch(() => undefined);
    // An answer to this comes after the refusal of what was sent before it.
    const isOpen = await channel.checkExchange('calls').then(
      () => true,
      () => false,
    );
    if (!isOpen) return (await ended)[0].code;
    await channel.close();
    return undefined;
  };
  const publish = (exchange: string, key: string, options = {}) => {
    return (channel: Channel) => channel.publish(exchange, key, Buffer.from('{}'), options);
  };

  it.each<[string, (channel: Channel) => unknown]>([
    ['events of its own', publish('events', 'catalog.test.happened.v1')],
    ['a query to billing', publish('calls', 'billing.queries', { userId: 'catalog' })],
    ['a reply', publish('replies', 'private.gateway.nothing', { userId: 'catalog' })],
    ['a queue of its own', (channel) => channel.bindQueue(own, 'replies', own)],
  ])('has %s', async (_, action) => {
    expect(await refusal(action)).toBeUndefined();
  });

  const copied = { CC: ['billing.purchase.paid.v1'] };
  it.each<[string, (channel: Channel) => unknown]>([
    ['publishes no event of billing', publish('events', 'billing.purchase.paid.v1')],
    ['publishes none as a copy of its own', publish('events', 'catalog.test.happened.v1', copied)],
    ['sends no command to billing', publish('calls', 'billing.commands')],
    ['sends nothing to ops', publish('calls', 'ops.queries')],
    ['writes to no queue by the default exchange', publish('', 'events.ops')],
    ['writes no dead letter', publish('events.dead', 'events.ops')],
    ['replays no event', publish('events.ops.replayed', '')],
    ['reads no event of others', (channel) => channel.get('events.ops')],
    ['empties no queue of others', (channel) => channel.purgeQueue('events.ops')],
    ['deletes no queue of others', (channel) => channel.deleteQueue('events.ops')],
    ['deletes no exchange', (channel) => channel.deleteExchange('events')],
    ['takes no queue of others', (channel) => channel.assertQueue('billing.commands')],
    ['fills no queue of others', (channel) => channel.bindQueue('events.ops', 'replies', own)],
    ['listens to no calls', (channel) => channel.bindQueue(own, 'calls', 'billing.commands')],
    ['listens to no replies', (channel) => channel.bindQueue(own, 'replies', 'private.gateway.#')],
    ['listens to no events', (channel) => channel.bindQueue(own, 'events', '#')],
  ])('%s', async (_, action) => {
    expect(await refusal(action)).toBe(403);
  });

  it('is never taken for another process', async () => {
    const action = publish('calls', 'billing.queries', { userId: 'gateway' });
    expect(await refusal(action)).toBe(406);
  });
});

it('ops, at RabbitMQ, sees the queues of events, and all dead letters', async () => {
  const connection = await connect(requireVariable('OPS_RABBITMQ_URL'));
  const answer = async (queue: string): Promise<number | undefined> => {
    const channel = await connection.createChannel();
    channel.on('error', () => undefined);
    const check = channel.checkQueue(queue).then(() => undefined);
    return check.catch((error: { code?: number }) => error.code);
  };
  const services = ['catalog', 'billing', 'media', 'ops'];
  const queues = services.map((service) => `events.${service}`);
  const dead = services.map((service) => `events.${service}.dead`);
  const refused = await Promise.all([...queues, ...dead].map(answer));
  expect(refused.filter((code) => code !== undefined)).toEqual([]);
  await connection.close();
});

describe("who holds the credentials of catalog's worker, at Redis,", () => {
  const redis = new Redis(requireVariable('CATALOG_WORKER_REDIS_URL'));
  afterAll(() => redis.disconnect());

  it('has keys of its own', async () => {
    expect(await redis.set('catalog:isolation-test', '1', 'EX', 10)).toBe('OK');
    expect(await redis.get('catalog:isolation-test')).toBe('1');
  });

  it.each([
    ['writes no queue of media', ['lpush', 'media:process:wait', '1']],
    ['reads no session', ['get', 'session:abc']],
    ['makes no session', ['set', 'session:abc', '{}']],
    ['makes no pass', ['set', 'pass:abc', '{}']],
    ['resets no limit', ['del', 'rate:default:address:1']],
    ['writes nothing by a script', ['eval', "return redis.call('SET', 'pass:abc', '1')", 0]],
    ['lists no keys', ['scan', 0]],
    ['empties nothing', ['flushall']],
    ['changes no setting', ['config', 'set', 'maxmemory', '1']],
    ['changes no user', ['acl', 'setuser', 'catalog-worker', '~*']],
  ] as const)('%s', async (_, [command, ...parameters]) => {
    await expect(redis.call(command, ...parameters)).rejects.toThrow(/NOPERM|No permissions/i);
  });
});

describe('in the object storage', () => {
  const { hostname, port, protocol } = new URL(requireVariable('S3_ENDPOINT'));
  const client = (prefix: string): Client =>
    new Client({
      endPoint: hostname,
      port: Number(port),
      useSSL: protocol === 'https:',
      accessKey: requireVariable(`${prefix}S3_ACCESS_KEY`),
      secretKey: requireVariable(`${prefix}S3_SECRET_KEY`),
      // The server closes the connection of a body that it refuses.
      transportAgent: new Agent({ keepAlive: false }),
    });
  const administrator = client('');
  const image = 'images/isolation-test/full.jpg';

  beforeAll(async () => {
    for (const bucket of ['images', 'catalog'])
      if (!(await administrator.bucketExists(bucket))) await administrator.makeBucket(bucket);
    await administrator.putObject('images', image, 'bytes');
  });
  afterAll(() => administrator.removeObject('images', image));

  it("who holds catalog's credentials neither reads nor changes images, and media's main process deletes none", async () => {
    const catalog = client('CATALOG_');
    await catalog.putObject('catalog', 'imports/isolation-test', 'x');
    await catalog.removeObject('catalog', 'imports/isolation-test');
    const denied = { code: 'AccessDenied' };
    await expect(catalog.removeObject('images', image)).rejects.toMatchObject(denied);
    await expect(catalog.putObject('images', image, 'others')).rejects.toMatchObject(denied);
    await expect(catalog.getObject('images', image)).rejects.toMatchObject(denied);
    // The process that serves images does not delete them.
    const media = client('MEDIA_');
    await expect(media.removeObject('images', image)).rejects.toMatchObject(denied);
    expect((await media.statObject('images', image)).size).toBe('bytes'.length);
  });
});
