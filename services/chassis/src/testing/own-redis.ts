import { once } from 'node:events';
import { Redis } from 'ioredis';
import { findFreePort, spawnServer } from './own-server.js';
import { waitUntil } from './wait-until.js';

interface Server {
  port: number;
  stop: () => Promise<unknown>;
}

const toArgs = (settings: Record<string, string | number>) =>
  Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
const settings = { save: '', 'maxmemory-policy': 'noeviction' };

const startProgram = async (): Promise<Server> => {
  const port = await findFreePort();
  const args = toArgs({ ...settings, port, bind: '127.0.0.1' });
  const server = spawnServer('redis-server', args);
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  return { port, stop };
};

/** Where the launcher has the servers from Docker. */
const startContainer = async (image: string): Promise<Server> => {
  const { GenericContainer } = await import('testcontainers');
  const container = await new GenericContainer(image)
    .withCommand(['redis-server', ...toArgs({ ...settings, 'protected-mode': 'no' })])
    .withExposedPorts(6379)
    .start();
  return { port: container.getMappedPort(6379), stop: () => container.stop({ timeout: 0 }) };
};

/** A Redis of a test's own, which keeps nothing and evicts nothing. */
export class OwnRedis {
  private constructor(
    readonly url: string,
    private readonly client: Redis,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<OwnRedis> {
    const image = process.env['TEST_REDIS_IMAGE'];
    const server = await (image ? startContainer(image) : startProgram());
    const url = `redis://127.0.0.1:${server.port}`;
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => undefined);
    const stop = async (): Promise<void> => {
      client.disconnect();
      await server.stop();
    };
    const accepts = () =>
      client.connect().then(
        () => true,
        () => false,
      );
    await waitUntil(accepts, 'Redis does not start', 20_000);
    return new OwnRedis(url, client, stop);
  }

  /** Whether it takes no new keys from now on, as a server whose memory is used up. */
  async setFull(isFull: boolean): Promise<void> {
    await this.client.config('SET', 'maxmemory', isFull ? 1 : 0);
  }
}
