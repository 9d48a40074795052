import { join } from 'node:path';
import type { ProgramCall } from '../supervisor/child.ts';
import { chrootCommand } from '../tools/chroot-command.ts';
import { buildGoProgram, isBuilt, type GoProgram } from '../tools/go-program.ts';
import { waitForAll } from '../steps.ts';
import { findProgram } from '../command.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { plainEnvironment, serverFolder } from './backing-server.ts';

const DEFAULT_PORT = 9000;
const USER = 'ctdb';

/** The last published version, because the repository is archived. Only plain S3 calls are used. */
const PROGRAM: GoProgram = {
  name: 'minio',
  module: 'github.com/minio/minio',
  version: 'v0.0.0-20260212201848-7aac2a2c5b7c',
  alternative: 'your own S3 server: S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY',
  niceness: 10,
};

/** The object storage. */
export const minio: BackingServer = {
  title: 'MinIO',
  variable: 'S3_ENDPOINT',
  defaultPort: DEFAULT_PORT,
  program: 'minio',
  chrootSourceLabel: 'built with Go',
  credentials: ({ minio: password }) => ({ S3_ACCESS_KEY: USER, S3_SECRET_KEY: password }),
  findProgram: async () => findProgram('minio'),
  hasLongBuild: (cache) => !isBuilt(cache, PROGRAM),

  async startFromPath(context, program) {
    const folder = serverFolder(context.dataFolder, 'minio');
    const port = await context.ports.claim(DEFAULT_PORT);
    const call = { command: program, args: options(port, folder) };
    return start(context, port, folder, call);
  },

  async startInChroot(context) {
    const { cache, dataFolder, debianRoot, ports, signal } = context;
    const [programs, root] = await waitForAll([
      buildGoProgram(cache, PROGRAM, debianRoot, signal),
      debianRoot(),
    ]);
    const data = serverFolder(dataFolder, 'minio', 'minio');
    const port = await ports.claim(DEFAULT_PORT);
    const inside = { root, user: 'minio', data, programs } as const;
    const call = chrootCommand(inside, '/programs/minio', options(port, '/data'));
    return start(context, port, '/data', call);
  },
};

function options(port: number, folder: string): string[] {
  return ['server', '--quiet', '--address', `127.0.0.1:${port}`, join(folder, 'objects')];
}

/** @param home folder in which MinIO looks for certificates */
async function start(
  context: ServerContext,
  port: number,
  home: string,
  call: ProgramCall,
): Promise<string> {
  const endpoint = `http://127.0.0.1:${port}`;
  await context.supervisor.start(
    {
      name: 'minio',
      ...call,
      env: {
        ...plainEnvironment(),
        HOME: home,
        MINIO_ROOT_USER: USER,
        MINIO_ROOT_PASSWORD: context.secrets.minio,
        MINIO_BROWSER: 'off',
        MINIO_UPDATE: 'off',
      },
      port,
      quiet: true,
      isReady: () => requiresAuthentication(endpoint),
    },
    context.signal,
  );
  return endpoint;
}

/** MinIO answers 503 while it starts. */
async function requiresAuthentication(endpoint: string): Promise<boolean> {
  const response = await fetch(endpoint, { signal: AbortSignal.timeout(1_000) });
  await response.body?.cancel();
  return response.status === 403;
}
