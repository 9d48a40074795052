import { join } from 'node:path';
import { waitUntil } from '@ctdb/containers/report';
import { findRedis, sendAndReceive, type LauncherSession } from '@ctdb/launcher';
import { passwordOf, redisProcesses, redisUsers } from '@ctdb/launcher/users';
import { Redis } from 'ioredis';
import { placeNode, ServerNode } from './server-node.ts';
import { replicationSettings, sentinelSettings } from './settings.ts';

const NODES = 3;
const FIRST_PORT = 6_400;
const FIRST_SENTINEL_PORT = 26_400;
const MASTER = 'colour-therapy';
const HEALTHY_TIMEOUT_MS = 120_000;

/** A master of Redis with two replicas, and three Sentinels that replace it. */
export class RedisWithSentinels {
  readonly nodes: ServerNode[] = [];
  readonly #sentinels: ServerNode[] = [];
  readonly #ports: number[] = [];
  readonly #sentinelPorts: number[] = [];
  readonly #secret: string;

  constructor({ secrets }: LauncherSession) {
    this.#secret = secrets.redis;
  }

  /** The address by variable: of the administrator, and of each process. */
  get addresses(): Record<string, string> {
    const hosts = this.#sentinelPorts.map((port) => `127.0.0.1:${port}`).join();
    const address = (user: string, password: string) =>
      `redis+sentinel://${user}:${password}@${hosts}/${MASTER}`;
    const own = redisProcesses.map((name) => [
      `${name.toUpperCase().replaceAll('-', '_')}_REDIS_URL`,
      address(name, passwordOf(this.#secret, name)),
    ]);
    return { REDIS_URL: address('default', this.#secret), ...Object.fromEntries(own) };
  }

  async start(session: LauncherSession, signal: AbortSignal): Promise<void> {
    const { ports } = session;
    const found = await findRedis();
    const program = found ?? 'redis-server';
    for (let index = 0; index < NODES; index += 1) {
      this.#ports.push(await ports.claim(FIRST_PORT + index));
      this.#sentinelPorts.push(await ports.claim(FIRST_SENTINEL_PORT + index));
    }
    const [first = 0] = this.#ports;
    for (const [index, port] of this.#ports.entries()) {
      const name = `redis-${index}`;
      const place = await placeNode(session, name, 'redis', found !== undefined, signal);
      place.writeFile('users.acl', redisUsers({ secret: this.#secret }));
      place.writeFile('redis.conf', this.#settings(port, place.visibleFolder, first));
      const isReady = async () => {
        const answer = await sendAndReceive(port, `AUTH ${this.#secret}\r\n`);
        return answer?.toString().startsWith('+OK') === true;
      };
      const args = [join(place.visibleFolder, 'redis.conf')];
      this.nodes.push(new ServerNode({ name, place, program, args, isReady }));
    }
    for (const [index, port] of this.#sentinelPorts.entries()) {
      const name = `sentinel-${index}`;
      const place = await placeNode(session, name, 'redis', found !== undefined, signal);
      place.writeFile('sentinel.conf', this.#sentinelSettings(port, place.visibleFolder, first));
      const isReady = async () => (await sendAndReceive(port, 'PING\r\n')) !== undefined;
      const args = [join(place.visibleFolder, 'sentinel.conf'), '--sentinel'];
      this.#sentinels.push(new ServerNode({ name, place, program, args, isReady }));
    }
    await Promise.all([...this.nodes, ...this.#sentinels].map((node) => node.start()));
    await this.waitUntilHealthy();
  }

  /** The master, as the Sentinels say. */
  async findMaster(): Promise<ServerNode> {
    for (const port of this.#sentinelPorts) {
      const master = await ask(new Redis(port, '127.0.0.1', quick), (client) =>
        client.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', MASTER),
      );
      const index = this.#ports.indexOf(Number((master as string[] | undefined)?.[1]));
      const node = this.nodes[index];
      if (node) return node;
    }
    throw new Error('no Sentinel knows the master');
  }

  /** Waits until the master has both replicas. */
  async waitUntilHealthy(): Promise<void> {
    await waitUntil('Redis has both replicas', HEALTHY_TIMEOUT_MS, async () => {
      const master = await this.findMaster();
      const port = this.#ports[this.nodes.indexOf(master)] ?? 0;
      const options = { ...quick, password: this.#secret };
      const info = await ask(new Redis(port, '127.0.0.1', options), (client) =>
        client.info('replication'),
      );
      return info?.match(/state=online/g)?.length === NODES - 1 ? true : undefined;
    });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.nodes, ...this.#sentinels].map((node) => node.end('SIGKILL')));
  }

  #settings(port: number, folder: string, master: number): string {
    return [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${JSON.stringify(folder)}`,
      `aclfile ${JSON.stringify(join(folder, 'users.acl'))}`,
      'masteruser default',
      `masterauth ${this.#secret}`,
      ...replicationSettings,
      ...(port === master ? [] : [`replicaof 127.0.0.1 ${master}`]),
      '',
    ].join('\n');
  }

  #sentinelSettings(port: number, folder: string, master: number): string {
    const { quorum, downAfterMilliseconds, failoverTimeout } = sentinelSettings;
    return [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${JSON.stringify(folder)}`,
      `sentinel monitor ${MASTER} 127.0.0.1 ${master} ${quorum}`,
      `sentinel auth-user ${MASTER} default`,
      `sentinel auth-pass ${MASTER} ${this.#secret}`,
      `sentinel down-after-milliseconds ${MASTER} ${downAfterMilliseconds}`,
      `sentinel failover-timeout ${MASTER} ${failoverTimeout}`,
      '',
    ].join('\n');
  }
}

const quick = { commandTimeout: 2_000, maxRetriesPerRequest: 0, retryStrategy: () => null };

/** The answer; undefined without one. */
async function ask<T>(client: Redis, question: (client: Redis) => Promise<T>) {
  client.on('error', () => undefined);
  try {
    return await question(client);
  } catch {
    return undefined;
  } finally {
    client.disconnect();
  }
}
