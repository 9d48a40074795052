import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import { LaunchError, StoppedError } from '../failure.ts';
import { repository } from '../paths.ts';
import type { Secrets } from '../secrets.ts';
import { sendAndReceive, isMongoReady } from '../servers/probe.ts';
import { startAllServers, type Addresses } from '../servers/start-servers.ts';
import type { LauncherSession } from '../session.ts';
import { step, waitForAll } from '../steps.ts';

/** The servers of a test run. */
export interface TestServers {
  start: (signal: AbortSignal) => Promise<Addresses>;
  /** Stops the servers that do not end with the session. */
  stop: () => Promise<void>;
}

/**
 * The servers of the tests: the same as for `npm start`, or containers (`TEST_BACKING=containers`).
 * @throws LaunchError for any other value
 */
export function createTestServers(session: LauncherSession): TestServers {
  const kind = session.env['TEST_BACKING'] || 'local';
  if (kind === 'local') {
    return { start: (signal) => startAllServers(session, signal), stop: async () => undefined };
  }
  if (kind === 'containers') return containerServers(session);
  throw new LaunchError(
    `TEST_BACKING is "${kind}".`,
    'It may be `local` (as at npm start) or `containers` (which needs Docker).',
  );
}

function containerServers({ secrets }: LauncherSession): TestServers {
  const started: StartedTestContainer[] = [];
  return {
    start: async (signal) => {
      const starts = containerSpecs(secrets).map((server) =>
        startContainer(server, started, signal),
      );
      return Object.assign({}, ...(await waitForAll(starts)));
    },
    stop: async () => {
      await Promise.allSettled(started.map((container) => container.stop()));
    },
  };
}

const USER = 'ctdb';
const READY_TIMEOUT_MS = 120_000;

/** A backing server in a container. */
interface ContainerServer {
  /** The service in docker-compose.yml. */
  name: string;
  port: number;
  prepare: (container: GenericContainer) => GenericContainer;
  addresses: (port: number) => Addresses;
  isReady: (port: number, addresses: Addresses) => Promise<boolean>;
}

function containerSpecs({ mongodb, redis, rabbitmq, minio }: Secrets): ContainerServer[] {
  return [
    {
      name: 'mongo',
      port: 27_017,
      prepare: (container) =>
        container.withEnvironment({
          MONGO_INITDB_ROOT_USERNAME: USER,
          MONGO_INITDB_ROOT_PASSWORD: mongodb,
        }),
      addresses: (port) => ({
        MONGODB_URI: `mongodb://${USER}:${mongodb}@127.0.0.1:${port}/?authSource=admin`,
      }),
      isReady: (_port, { MONGODB_URI = '' }) => isMongoReady(MONGODB_URI),
    },
    {
      name: 'redis',
      port: 6379,
      prepare: (container) =>
        container.withCommand([
          'redis-server',
          ...['--requirepass', redis, '--appendonly', 'yes', '--save', ''],
          ...['--maxmemory-policy', 'noeviction'],
        ]),
      addresses: (port) => ({ REDIS_URL: `redis://:${redis}@127.0.0.1:${port}` }),
      isReady: async (port) =>
        (await sendAndReceive(port, `AUTH ${redis}\r\n`))?.toString().startsWith('+OK') === true,
    },
    {
      name: 'rabbitmq',
      port: 5672,
      prepare: (container) =>
        container.withEnvironment({
          RABBITMQ_DEFAULT_USER: USER,
          RABBITMQ_DEFAULT_PASS: rabbitmq,
        }),
      addresses: (port) => ({ RABBITMQ_URL: `amqp://${USER}:${rabbitmq}@127.0.0.1:${port}` }),
      isReady: async (port) => (await sendAndReceive(port, 'AMQP\0\0\u0009\u0001')) !== undefined,
    },
    {
      name: 'minio',
      port: 9000,
      prepare: (container) =>
        container
          .withEnvironment({ MINIO_ROOT_USER: USER, MINIO_ROOT_PASSWORD: minio })
          .withCommand(['server', '/data']),
      addresses: (port) => ({
        S3_ENDPOINT: `http://127.0.0.1:${port}`,
        S3_ACCESS_KEY: USER,
        S3_SECRET_KEY: minio,
      }),
      isReady: async (port) => {
        const answer = await fetch(`http://127.0.0.1:${port}/minio/health/live`);
        return answer.ok;
      },
    },
  ];
}

async function startContainer(
  server: ContainerServer,
  started: StartedTestContainer[],
  signal: AbortSignal,
): Promise<Addresses> {
  const image = composeImage(server.name);
  return step(`${server.name}: container of ${image}`, async () => {
    // Loaded only here, because a run without Docker needs none of it.
    const { GenericContainer } = await import('testcontainers');
    const container = await server
      .prepare(new GenericContainer(image).withExposedPorts(server.port))
      .start();
    started.push(container);
    const port = container.getMappedPort(server.port);
    const addresses = server.addresses(port);
    const end = Date.now() + READY_TIMEOUT_MS;
    while (!(await server.isReady(port, addresses).catch(() => false))) {
      if (signal.aborted) throw new StoppedError();
      if (Date.now() > end) throw new LaunchError(`${server.name} is not ready in time.`);
      await sleep(200);
    }
    return addresses;
  });
}

const COMPOSE_FILE = join(repository, 'docker-compose.yml');

/** The image of a service in docker-compose.yml, so that the tests run the same versions. */
export function composeImage(service: string, text = readFileSync(COMPOSE_FILE, 'utf8')): string {
  const start = text.search(new RegExp(`^ {2}${service}:$`, 'm'));
  const rest = start < 0 ? '' : text.slice(text.indexOf('\n', start) + 1);
  const body = rest.split(/^ {0,2}\S/m, 1)[0] ?? '';
  const image = /^ {4}image: (\S+)$/m.exec(body)?.[1];
  if (image === undefined) throw new Error(`docker-compose.yml names no image for ${service}.`);
  return image;
}
