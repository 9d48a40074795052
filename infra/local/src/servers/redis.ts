import { join } from 'node:path';
import { tryCommand } from '../command.ts';
import type { ProgramCall } from '../supervisor/child.ts';
import { chrootCommand } from '../tools/chroot-command.ts';
import { findProgram } from '../command.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { plainEnvironment, serverFolder, writePrivateFile } from './backing-server.ts';
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

  async findProgram() {
    const program = findProgram('redis-server');
    if (program === undefined) return undefined;
    const major = /v=(\d+)\./.exec((await tryCommand(program, ['--version'])) ?? '')?.[1];
    return Number(major) >= MIN_VERSION ? program : undefined;
  },

  async startFromPath(context, program) {
    const folder = serverFolder(context.dataFolder, 'redis');
    const port = await context.ports.claim(DEFAULT_PORT);
    const file = join(folder, 'redis.conf');
    writePrivateFile(file, settings(port, folder, context.secrets.redis));
    return start(context, port, { command: program, args: [file] });
  },

  async startInChroot(context) {
    const root = await context.debianRoot();
    const folder = serverFolder(context.dataFolder, 'redis', 'redis');
    const port = await context.ports.claim(DEFAULT_PORT);
    writePrivateFile(
      join(folder, 'redis.conf'),
      settings(port, '/data', context.secrets.redis),
      'redis',
    );
    const inside = { root, user: 'redis', data: folder } as const;
    return start(context, port, chrootCommand(inside, 'redis-server', ['/data/redis.conf']));
  },
};

function settings(port: number, folder: string, password: string): string {
  return [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${JSON.stringify(folder)}`,
    `requirepass ${password}`,
    'appendonly yes',
    'save ""',
    'maxmemory-policy noeviction',
    '',
  ].join('\n');
}

async function start(context: ServerContext, port: number, call: ProgramCall): Promise<string> {
  const password = context.secrets.redis;
  const isReady = async () => {
    const answer = await sendAndReceive(port, `AUTH ${password}\r\nDBSIZE\r\n`);
    return answer?.toString().startsWith('+OK') === true && !answer.includes('LOADING');
  };
  const spec = { name: 'redis', env: plainEnvironment(), port, quiet: true, isReady, ...call };
  await context.supervisor.start(spec, context.signal);
  return `redis://:${password}@127.0.0.1:${port}`;
}
