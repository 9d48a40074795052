import { join } from 'node:path';
import { makeMinioUsers } from '../../access/minio-users.mjs';
import {
  accessKeyOf,
  passwordOf,
  STORAGE_ADMINISTRATOR,
  storageProcesses,
} from '../../access/users.mjs';
import { findProgram } from '../command.ts';
import type { Secrets } from '../secrets.ts';
import { buildGoProgram, type GoProgram } from '../tools/go-program.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { ownVariable, placeServer, plainEnvironment } from './backing-server.ts';
import { respondsWith } from './probe.ts';
import { startSeaweedfs } from './seaweedfs.ts';

const DEFAULT_PORT = 9000;

/** The last published version, because the repository is archived. Only data of earlier versions needs it. */
const MINIO: GoProgram = {
  name: 'minio',
  module: 'github.com/minio/minio',
  version: 'v0.0.0-20260212201848-7aac2a2c5b7c',
  alternative: 'your own S3 server: S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY',
};

/** The object storage. Only plain S3 calls are used, so any server can replace it. */
export const objectStorage: BackingServer = {
  name: 'storage',
  title: 'Object storage',
  variable: 'S3_ENDPOINT',
  defaultPort: DEFAULT_PORT,
  program: 'minio or weed (SeaweedFS)',
  isMovable: true,
  credentials: ({ minio: secret }) => ({
    S3_ACCESS_KEY: accessKeyOf(secret, STORAGE_ADMINISTRATOR),
    S3_SECRET_KEY: secret,
  }),
  users: (_address, { minio: secret }) =>
    Object.fromEntries(
      storageProcesses.flatMap((name) => [
        [ownVariable(name, 'S3_ACCESS_KEY'), accessKeyOf(secret, name)],
        [ownVariable(name, 'S3_SECRET_KEY'), passwordOf(secret, name)],
      ]),
    ),
  local: [
    { folder: 'minio', findProgram: async () => findProgram('minio'), start: startMinio },
    {
      folder: 'seaweedfs',
      findProgram: async () => findProgram('weed'),
      privateLabel: 'SeaweedFS',
      start: (context, program) => startSeaweedfs(context, DEFAULT_PORT, program),
    },
    // Data of versions that had only MinIO.
    { folder: 'minio', privateLabel: 'MinIO, built with Go', start: startMinio },
  ],
  container: {
    service: 'minio',
    toAddress: (port) => `http://127.0.0.1:${port}`,
    // It responds with 503 while it starts, then asks for credentials.
    isReady: async (address, secrets) => {
      if (!(await respondsWith(address, 403))) return false;
      await makeUsers(address, secrets, process.env);
      return true;
    },
  },
};

/** Makes the users of all processes in MinIO, or in its fork Silo. */
const makeUsers = (endpoint: string, { minio: secret }: Secrets, env: NodeJS.ProcessEnv) =>
  makeMinioUsers({ endpoint, password: secret, accessKeys: secret }, env);

/** Starts MinIO from PATH, or built with Go. Returns its address. */
async function startMinio(context: ServerContext, program?: string): Promise<string> {
  const { cache, debianRoot, env, ports, secrets, signal, supervisor } = context;
  const { visibleFolder, toCall } = await placeServer(context, 'minio', program, () =>
    buildGoProgram(cache, MINIO, debianRoot, signal),
  );
  const port = await ports.claim(DEFAULT_PORT);
  const endpoint = `http://127.0.0.1:${port}`;
  const objects = join(visibleFolder, 'objects');
  const args = ['server', '--quiet', '--address', `127.0.0.1:${port}`, objects];
  await supervisor.start(
    {
      name: 'minio',
      ...toCall(program ?? '/programs/minio', args),
      env: {
        ...plainEnvironment(),
        // MinIO looks for certificates here.
        HOME: visibleFolder,
        MINIO_ROOT_USER: accessKeyOf(secrets.minio, STORAGE_ADMINISTRATOR),
        MINIO_ROOT_PASSWORD: secrets.minio,
        MINIO_BROWSER: 'off',
        MINIO_UPDATE: 'off',
      },
      port,
      quiet: true,
      isReady: () => respondsWith(endpoint, 403),
    },
    signal,
  );
  await makeUsers(endpoint, secrets, env);
  return endpoint;
}
