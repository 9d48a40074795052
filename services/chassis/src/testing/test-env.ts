import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@ctdb/contracts';
import { afterAll } from 'vitest';
import { Redis } from 'ioredis';
import { createConnection } from 'mongoose';
import { newTokenKeys } from './token-keys.js';
import { BusNames } from '../bus/topology.js';
import { AppLogger } from '../logging/app-logger.js';
import { brokerConnection } from './broker-connection.js';

/** The environment of a test file: database, key prefix and queue names. */
export interface TestEnv {
  readonly MONGODB_URI: string;
  readonly MONGODB_DB: string;
  readonly REDIS_URL: string;
  readonly REDIS_PREFIX: string;
  readonly RABBITMQ_URL: string;
  readonly MESSAGE_NAMESPACE: string;
  readonly SERVICE_TOKEN_PUBLIC_KEYS: string;
  readonly SERVICE_TOKEN_PRIVATE_KEY: string;
  /** Whether other files of the worker use the same. */
  readonly isShared: boolean;
  /** Something to do when the file's tests are over, even if another fails; the last added first. */
  onEnd(action: () => Promise<unknown>): void;
}

/** The logger of the test itself: silent unless LOG_LEVEL says otherwise. */
export const testLogger = (): AppLogger =>
  new AppLogger('test', process.env['LOG_LEVEL'] ?? 'silent');

/** A logger that keeps its lines. */
export const recordingLogger = (level = 'info') => {
  const lines: Record<string, unknown>[] = [];
  const logger = new AppLogger('test', level, { write: (line) => lines.push(JSON.parse(line)) });
  return { lines, logger };
};

/** A variable of the launcher, without which no test with servers runs. */
export const requireVariable = (name: string): string => {
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

const DROP_KEYS =
  "for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('UNLINK', key) end";

/** In one step: of a job that is added meanwhile no half stays. */
const dropKeys = async (url: string, prefix: string): Promise<void> => {
  const redis = new Redis(url);
  await redis.eval(DROP_KEYS, 0, `${prefix}*`);
  redis.disconnect();
};

/** Deletes all keys of the test in Redis, as a server that lost its data. */
export const emptyRedis = (env: TestEnv): Promise<void> =>
  dropKeys(env.REDIS_URL, env.REDIS_PREFIX);

/** After all services have ended: a queue that is deleted under a service makes it connect again. */
const deleteQueuesAndExchanges = async (url: string, namespace: string): Promise<void> => {
  const names = new BusNames({ MESSAGE_NAMESPACE: namespace });
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

type Names = Pick<
  TestEnv,
  'MONGODB_URI' | 'MONGODB_DB' | 'REDIS_URL' | 'REDIS_PREFIX' | 'RABBITMQ_URL' | 'MESSAGE_NAMESPACE'
>;

/** Removes what services with these names have stored. Rejects with all errors. */
const dropTraces = (names: Names): (() => Promise<void>)[] => [
  () => dropDatabase(names.MONGODB_URI, names.MONGODB_DB),
  () => dropKeys(names.REDIS_URL, names.REDIS_PREFIX),
  () => deleteQueuesAndExchanges(names.RABBITMQ_URL, names.MESSAGE_NAMESPACE),
];

const newVariables = () => {
  const id = `test-${randomBytes(5).toString('hex')}`;
  return {
    MONGODB_URI: requireVariable('MONGODB_URI'),
    MONGODB_DB: id,
    REDIS_URL: requireVariable('REDIS_URL'),
    REDIS_PREFIX: `${id}:`,
    RABBITMQ_URL: requireVariable('RABBITMQ_URL'),
    MESSAGE_NAMESPACE: id,
    ...newTokenKeys(),
    AUDIT_HASH_KEY: randomBytes(32).toString('hex'),
  };
};
type Variables = ReturnType<typeof newVariables>;

/** Runs actions in order. Rejects with all errors, after the last action. */
const runAll = async (actions: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const errors: unknown[] = [];
  for (const action of actions) await action().catch((error) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, 'the end of the tests failed');
};

/** Sets the variables for one file, and gives the environment of the process back at its end. */
const openEnv = (
  variables: Variables,
  extra: Record<string, string>,
  isShared: boolean,
): TestEnv => {
  const environment = { ...process.env };
  Object.assign(
    process.env,
    { HEALTH_PORT: '0', LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent' },
    variables,
    extra,
  );
  const actions: (() => Promise<unknown>)[] = isShared ? [] : dropTraces(variables);
  afterAll(async () => {
    await runAll(actions.reverse()).finally(() => {
      // The next file runs in the same process.
      for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
      Object.assign(process.env, environment);
    });
  }, 60_000);
  return { ...variables, isShared, onEnd: (action) => actions.push(action) };
};

/**
 * Call it once, at the top of a test file. It reads MONGODB_URI, REDIS_URL and RABBITMQ_URL, sets
 * everything that `chassisEnv` knows (so that services started afterwards use it), and removes all
 * traces at the end. `extra` are further variables that the service needs.
 */
export const testEnv = (extra: Record<string, string> = {}): TestEnv =>
  openEnv(newVariables(), extra, false);

const shared = new Map<string, Variables>();

/**
 * Like {@link testEnv}, but files of a worker that give the same `extra` share database, keys, queues and the
 * applications that `startTestService` starts. A file that uses it neither stops these nor expects an empty database.
 */
export const sharedTestEnv = (extra: Record<string, string> = {}): TestEnv => {
  const key = JSON.stringify(Object.entries(extra).sort());
  let variables = shared.get(key);
  if (variables === undefined) {
    variables = newVariables();
    shared.set(key, variables);
    const file = process.env[TRACES_VARIABLE];
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(variables)}\n`);
  }
  return openEnv(variables, extra, true);
};

const TRACES_VARIABLE = 'TEST_TRACES';

/** Vitest calls it before the first file, and what it returns after the last: drops the shared traces. */
export const setup = (): (() => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), 'test-traces-'));
  const file = join(folder, 'names');
  writeFileSync(file, '');
  process.env[TRACES_VARIABLE] = file;
  return async () => {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    rmSync(folder, { recursive: true });
    await runAll(lines.flatMap((line) => dropTraces(JSON.parse(line) as Names)));
  };
};
