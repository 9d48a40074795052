import { randomBytes } from 'node:crypto';
import { serviceNames } from '@ctdb/contracts';
import { afterAll } from 'vitest';
import { Redis } from 'ioredis';
import { createConnection } from 'mongoose';
import { newTokenKeys } from './token-keys.js';
import { BusNames } from '../bus/topology.js';
import { AppLogger } from '../logging/app-logger.js';
import { brokerConnection } from './broker-connection.js';

/** The environment of one test file: its own database, key prefix and queue names. */
export interface TestEnv {
  readonly MONGODB_URI: string;
  readonly MONGODB_DB: string;
  readonly REDIS_URL: string;
  readonly REDIS_PREFIX: string;
  readonly RABBITMQ_URL: string;
  readonly MESSAGE_NAMESPACE: string;
  readonly SERVICE_TOKEN_PUBLIC_KEYS: string;
  readonly SERVICE_TOKEN_PRIVATE_KEY: string;
  /** Something to do when the file's tests are over, even if another fails; the last added first. */
  onEnd(action: () => Promise<unknown>): void;
}

/** The logger of the test itself: silent unless LOG_LEVEL says otherwise. */
export const testLogger = (): AppLogger =>
  new AppLogger('test', process.env['LOG_LEVEL'] ?? 'silent');

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must be set: service tests run on real servers`);
  return value;
};

/** Deletes a database. */
export const dropDatabase = async (uri: string, name: string): Promise<void> => {
  const connection = createConnection(uri, { dbName: name, serverSelectionTimeoutMS: 5_000 });
  await connection.asPromise();
  await connection.dropDatabase();
  await connection.close();
};

const dropKeys = async (url: string, prefix: string): Promise<void> => {
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 500 })) {
    if (Array.isArray(keys) && keys.length > 0) await redis.unlink(keys.map(String));
  }
  redis.disconnect();
};

/** Deletes all keys of the test in Redis, as a server that lost its data. */
export const emptyRedis = (env: TestEnv): Promise<void> =>
  dropKeys(env.REDIS_URL, env.REDIS_PREFIX);

/** After all services have ended: a queue that is deleted under a service makes it connect again. */
const deleteQueuesAndExchanges = async (url: string, namespace: string): Promise<void> => {
  const names = new BusNames(namespace);
  const connection = await brokerConnection(url);
  try {
    const channel = await connection.createChannel();
    for (const service of serviceNames)
      for (const queue of [
        names.queries(service),
        names.commands(service),
        names.eventsOf(service),
        names.deadEventsOf(service),
      ])
        await channel.deleteQueue(queue);
    // Once each: RabbitMQ 4.3 breaks down over an exchange that was deleted a moment before.
    for (const exchange of [
      names.calls,
      names.replies,
      names.heartbeats,
      names.events,
      names.deadEvents,
      ...serviceNames.map((service) => names.replaysOf(service)),
    ])
      await channel.deleteExchange(exchange);
  } finally {
    await connection.close().catch(() => undefined);
  }
};

/**
 * Call it once, at the top of a test file. It reads MONGODB_URI, REDIS_URL and RABBITMQ_URL, sets
 * everything that `chassisEnv` knows (so that services started afterwards use it), and removes all
 * traces at the end. `extra` are further variables that the service needs.
 */
export const testEnv = (extra: Record<string, string> = {}): TestEnv => {
  const environment = { ...process.env };
  const id = `test-${randomBytes(5).toString('hex')}`;
  const variables = {
    MONGODB_URI: required('MONGODB_URI'),
    MONGODB_DB: id,
    REDIS_URL: required('REDIS_URL'),
    REDIS_PREFIX: `${id}:`,
    RABBITMQ_URL: required('RABBITMQ_URL'),
    MESSAGE_NAMESPACE: id,
    ...newTokenKeys(),
    AUDIT_HASH_KEY: randomBytes(32).toString('hex'),
  };
  Object.assign(
    process.env,
    { HEALTH_PORT: '0', LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent' },
    variables,
    extra,
  );
  const actions: (() => Promise<unknown>)[] = [
    () => dropDatabase(variables.MONGODB_URI, variables.MONGODB_DB),
    () => dropKeys(variables.REDIS_URL, variables.REDIS_PREFIX),
    () => deleteQueuesAndExchanges(variables.RABBITMQ_URL, variables.MESSAGE_NAMESPACE),
  ];
  afterAll(async () => {
    const errors: unknown[] = [];
    for (const action of actions.reverse()) await action().catch((error) => errors.push(error));
    // The next file runs in the same process.
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, environment);
    if (errors.length > 0) throw new AggregateError(errors, 'the end of the tests failed');
  }, 60_000);
  return { ...variables, onEnd: (action) => actions.push(action) };
};
