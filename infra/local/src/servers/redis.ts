import { join } from 'node:path';
import { tryRun } from '../command.ts';
import type { ProgramCall } from '../supervisor/child-spec.ts';
import { insideRoot } from '../tools/enter-root.ts';
import { which } from '../which.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { plainEnvironment, serverFolder, writePrivate } from './folders.ts';
import { exchange } from './probe.ts';

const USUAL_PORT = 6379;
const OLDEST = 7;

/** Sessions, passes, limits and queues. Every write is on disk within a second; nothing is evicted. */
export const redis: BackingServer = {
  title: 'Redis',
  variable: 'REDIS_URL',
  usualPort: USUAL_PORT,
  program: `redis-server ${OLDEST} or later`,
  privateOrigin: 'from the private Debian',

  async findProgram() {
    const program = which('redis-server');
    if (program === undefined) return undefined;
    const major = /v=(\d+)\./.exec((await tryRun(program, ['--version'])) ?? '')?.[1];
    return Number(major) >= OLDEST ? program : undefined;
  },

  async startProgram(context, program) {
    const folder = serverFolder(context.dataFolder, 'redis');
    const port = await context.ports.claim(USUAL_PORT);
    const file = join(folder, 'redis.conf');
    writePrivate(file, settings(port, folder, context.secrets.redis));
    return start(context, port, { command: program, args: [file] });
  },

  async startPrivate(context) {
    const root = await context.debianRoot();
    const folder = serverFolder(context.dataFolder, 'redis', 'redis');
    const port = await context.ports.claim(USUAL_PORT);
    writePrivate(
      join(folder, 'redis.conf'),
      settings(port, '/data', context.secrets.redis),
      'redis',
    );
    const inside = { root, user: 'redis', data: folder } as const;
    return start(context, port, insideRoot(inside, 'redis-server', ['/data/redis.conf']));
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
    const answer = await exchange(port, `AUTH ${password}\r\nDBSIZE\r\n`);
    return answer?.toString().startsWith('+OK') === true && !answer.includes('LOADING');
  };
  const spec = { name: 'redis', env: plainEnvironment(), port, quiet: true, isReady, ...call };
  await context.supervisor.start(spec, context.signal);
  return `redis://:${password}@127.0.0.1:${port}`;
}
