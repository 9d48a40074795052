import { join } from 'node:path';
import { redisProcesses, redisUsers, TEST_NAMESPACE } from '../../access/users.mjs';
import { findProgram, tryCommand } from '../command.ts';
import type { BackingServer } from './backing-server.ts';
import { placeInChroot, placeOnHost, plainEnvironment, userAddresses } from './backing-server.ts';
import { sendAndReceive } from './probe.ts';

const DEFAULT_PORT = 6379;
const MIN_VERSION = 7;

/** Sessions, passes, limits and queues. Writes reach the disk within a second; nothing is evicted. */
export const redis: BackingServer = {
  title: 'Redis',
  variable: 'REDIS_URL',
  defaultPort: DEFAULT_PORT,
  program: `redis-server ${MIN_VERSION} or later`,
  chrootSourceLabel: 'from the private Debian',
  users: (address, secrets) => userAddresses('REDIS_URL', address, secrets.redis, redisProcesses),

  async findProgram() {
    const program = findProgram('redis-server');
    if (program === undefined) return undefined;
    const major = /v=(\d+)\./.exec((await tryCommand(program, ['--version'])) ?? '')?.[1];
    return Number(major) >= MIN_VERSION ? program : undefined;
  },

  async start(context, program) {
    const { ports, secrets, signal, supervisor } = context;
    const { visibleFolder, writeFile, toCall } =
      program === undefined ? await placeInChroot(context, 'redis') : placeOnHost(context, 'redis');
    const port = await ports.claim(DEFAULT_PORT);
    writeFile('redis.conf', settings(port, visibleFolder));
    const namespaces = ['', TEST_NAMESPACE];
    writeFile('users.acl', redisUsers({ secret: secrets.redis, namespaces }));
    const call = toCall(program ?? 'redis-server', [join(visibleFolder, 'redis.conf')]);
    const isReady = async () => {
      const answer = await sendAndReceive(port, `AUTH ${secrets.redis}\r\nDBSIZE\r\n`);
      return answer?.toString().startsWith('+OK') === true && !answer.includes('LOADING');
    };
    const spec = { name: 'redis', env: plainEnvironment(), port, quiet: true, isReady, ...call };
    await supervisor.start(spec, signal);
    return `redis://:${secrets.redis}@127.0.0.1:${port}`;
  },
};

function settings(port: number, folder: string): string {
  return [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${JSON.stringify(folder)}`,
    `aclfile ${JSON.stringify(join(folder, 'users.acl'))}`,
    'appendonly yes',
    'save ""',
    'maxmemory-policy noeviction',
    '',
  ].join('\n');
}
