import { setTimeout as pause } from 'node:timers/promises';
import { GenericContainer, type StartedTestContainer } from 'testcontainers';
import { LaunchError, StoppedError } from '../failure.ts';
import type { Secrets } from '../secrets.ts';
import { isMongoReady } from '../servers/mongo-probe.ts';
import { exchange } from '../servers/probe.ts';
import type { Addresses } from '../servers/provide.ts';
import { allEnded, step } from '../steps.ts';
import { composeImage } from './compose-image.ts';

const USER = 'ctdb';
const READY_WITHIN_MS = 120_000;

/** A server in a container of its own, for the tests that are now run. */
interface ContainerServer {
  /** As docker-compose.yml calls it. */
  name: string;
  port: number;
  prepare: (container: GenericContainer) => GenericContainer;
  /** What the tests have to know of it. */
  addresses: (port: number) => Addresses;
  isReady: (port: number, addresses: Addresses) => Promise<boolean>;
}

function servers({ mongodb, redis, rabbitmq, minio }: Secrets): ContainerServer[] {
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
        (await exchange(port, `AUTH ${redis}\r\n`))?.toString().startsWith('+OK') === true,
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
      isReady: async (port) => (await exchange(port, 'AMQP\0\0\u0009\u0001')) !== undefined,
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

/** Starts the four backing servers as containers; `started` holds them as soon as they run. */
export async function startContainers(
  secrets: Secrets,
  started: StartedTestContainer[],
  signal: AbortSignal,
): Promise<Addresses> {
  const works = servers(secrets).map((server) => start(server, started, signal));
  return Object.assign({}, ...(await allEnded(works)));
}

async function start(
  server: ContainerServer,
  started: StartedTestContainer[],
  signal: AbortSignal,
): Promise<Addresses> {
  const image = composeImage(server.name);
  return step(`${server.name}: container of ${image}`, async () => {
    const container = await server
      .prepare(new GenericContainer(image).withExposedPorts(server.port))
      .start();
    started.push(container);
    const port = container.getMappedPort(server.port);
    const addresses = server.addresses(port);
    const end = Date.now() + READY_WITHIN_MS;
    while (!(await server.isReady(port, addresses).catch(() => false))) {
      if (signal.aborted) throw new StoppedError();
      if (Date.now() > end) throw new LaunchError(`${server.name} is not ready in time.`);
      await pause(200);
    }
    return addresses;
  });
}
