import { once } from 'node:events';
import { Redis } from 'ioredis';
import { findFreePort, spawnServer } from './own-server.js';
import { waitUntil } from './wait-until.js';

/** A Redis of a test's own, which keeps nothing and evicts nothing. */
export class OwnRedis {
  private constructor(
    readonly url: string,
    private readonly client: Redis,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<OwnRedis> {
    const port = await findFreePort();
    const settings = { port, bind: '127.0.0.1', save: '', 'maxmemory-policy': 'noeviction' };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const server = spawnServer('redis-server', args);
    const url = `redis://127.0.0.1:${port}`;
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => undefined);
    const stop = async (): Promise<void> => {
      client.disconnect();
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGKILL');
      await once(server, 'exit');
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
