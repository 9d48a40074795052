import { join } from 'node:path';
import type { ProgramCall } from '../supervisor/child-spec.ts';
import { insideRoot } from '../tools/enter-root.ts';
import { goProgram, isBuilt, type GoProgram } from '../tools/go-program.ts';
import { allEnded } from '../steps.ts';
import { which } from '../which.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { plainEnvironment, serverFolder } from './folders.ts';

const USUAL_PORT = 9000;
const USER = 'ctdb';

/** The last published version: its repository is archived. Nothing but plain S3 is asked of it. */
const PROGRAM: GoProgram = {
  name: 'minio',
  module: 'github.com/minio/minio',
  version: 'v0.0.0-20260212201848-7aac2a2c5b7c',
  instead: 'an S3 server of your own: S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY',
  niceness: 10,
};

/** Objects: the bytes of images. */
export const minio: BackingServer = {
  title: 'MinIO',
  variable: 'S3_ENDPOINT',
  usualPort: USUAL_PORT,
  program: 'minio',
  privateOrigin: 'built with Go',
  credentials: ({ minio: password }) => ({ S3_ACCESS_KEY: USER, S3_SECRET_KEY: password }),
  findProgram: async () => which('minio'),
  takesMinutes: (cache) => !isBuilt(cache, PROGRAM),

  async startProgram(context, program) {
    const folder = serverFolder(context.dataFolder, 'minio');
    const port = await context.ports.claim(USUAL_PORT);
    const call = { command: program, args: options(port, folder) };
    return start(context, port, folder, call);
  },

  async startPrivate(context) {
    const { cache, dataFolder, debianRoot, ports, signal } = context;
    const [programs, root] = await allEnded([
      goProgram(cache, PROGRAM, debianRoot, signal),
      debianRoot(),
    ]);
    const data = serverFolder(dataFolder, 'minio', 'minio');
    const port = await ports.claim(USUAL_PORT);
    const inside = { root, user: 'minio', data, programs } as const;
    const call = insideRoot(inside, '/programs/minio', options(port, '/data'));
    return start(context, port, '/data', call);
  },
};

function options(port: number, folder: string): string[] {
  return ['server', '--quiet', '--address', `127.0.0.1:${port}`, join(folder, 'objects')];
}

/** @param home where it looks for certificates and settings of its own; there are none */
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
      isReady: () => asksForSignIn(endpoint),
    },
    context.signal,
  );
  return endpoint;
}

/** While it is still starting, it answers 503. */
async function asksForSignIn(endpoint: string): Promise<boolean> {
  const response = await fetch(endpoint, { signal: AbortSignal.timeout(1_000) });
  await response.body?.cancel();
  return response.status === 403;
}
