import { join } from 'node:path';
import { redisProcesses, redisSettings, redisUsers } from '../../access/users.mjs';
import { isOlder } from '../../bin/version.mjs';
import { findProgram, tryCommand } from '../command.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { placeServer, plainEnvironment, userAddresses } from './backing-server.ts';
import { sendAndReceive } from './probe.ts';

const DEFAULT_PORT = 6379;
const MIN_VERSION = 7;

/** A suitable program on PATH. */
export async function findRedis(): Promise<string | undefined> {
  const program = findProgram('redis-server');
  if (program === undefined) return undefined;
  const version = await tryCommand(program, ['--version']);
  return isOlder(version ?? '', `${MIN_VERSION}.0`) ? undefined : program;
}

/** Sessions, passes, limits and queues. Writes reach the disk within a second; nothing is evicted. */
export const redis: BackingServer = {
  name: 'redis',
  title: 'Redis',
  variable: 'REDIS_URL',
  defaultPort: DEFAULT_PORT,
  program: `redis-server ${MIN_VERSION} or later`,
  users: (address, secrets) => userAddresses('REDIS_URL', address, secrets.redis, redisProcesses),
  local: [
    {
      folder: 'redis',
      findProgram: findRedis,
      privateLabel: 'from the private Debian',
      start: startRedis,
    },
  ],
  container: {
    service: 'redis',
    files: ({ redis: secret }) => ({
      'redis.conf': redisSettings,
      'users.acl': redisUsers({ secret }),
    }),
    toAddress: (port, { redis: secret }) => `redis://:${secret}@127.0.0.1:${port}`,
    isReady: (address, { redis: secret }) => acceptsPassword(Number(new URL(address).port), secret),
  },
};

async function acceptsPassword(port: number, secret: string): Promise<boolean> {
  const answer = await sendAndReceive(port, `AUTH ${secret}\r\nDBSIZE\r\n`);
  return answer?.toString().startsWith('+OK') === true && !answer.includes('LOADING');
}

async function startRedis(context: ServerContext, program?: string): Promise<string> {
  const { ports, secrets, signal, supervisor } = context;
  const { visibleFolder, writeFile, toCall } = await placeServer(context, 'redis', program);
  const port = await ports.claim(DEFAULT_PORT);
  writeFile('users.acl', redisUsers({ secret: secrets.redis }));
  const files = ['--dir', visibleFolder, '--aclfile', join(visibleFolder, 'users.acl')];
  const call = toCall(program ?? 'redis-server', [
    ...['--port', String(port), '--bind', '127.0.0.1', ...files],
    ...['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction'],
  ]);
  const isReady = () => acceptsPassword(port, secrets.redis);
  const spec = { name: 'redis', env: plainEnvironment(), port, quiet: true, isReady, ...call };
  await supervisor.start(spec, signal);
  return `redis://:${secrets.redis}@127.0.0.1:${port}`;
}
