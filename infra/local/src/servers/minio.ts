import { join } from 'node:path';
import { makeMinioUsers } from '../../access/minio-users.mjs';
import {
  accessKeyOf,
  bucketName,
  passwordOf,
  STORAGE_ADMINISTRATOR,
  storageProcesses,
  TEST_NAMESPACE,
} from '../../access/users.mjs';
import { buildGoProgram, isBuilt, type GoProgram } from '../tools/go-program.ts';
import { findProgram } from '../command.ts';
import type { BackingServer } from './backing-server.ts';
import { placeInChroot, placeOnHost, plainEnvironment } from './backing-server.ts';
import { respondsWith } from './probe.ts';

const DEFAULT_PORT = 9000;

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
  credentials: ({ minio: secret }) => ({
    S3_ACCESS_KEY: accessKeyOf(secret, STORAGE_ADMINISTRATOR),
    S3_SECRET_KEY: secret,
  }),
  users: (_address, { minio: secret }) =>
    Object.fromEntries(
      storageProcesses.map((name) => [
        name,
        { S3_ACCESS_KEY: accessKeyOf(secret, name), S3_SECRET_KEY: passwordOf(secret, name) },
      ]),
    ),
  findProgram: async () => findProgram('minio'),
  hasLongBuild: (cache) => !isBuilt(cache, PROGRAM),

  async start(context, program) {
    const { cache, debianRoot, env, ports, secrets, signal, supervisor } = context;
    const { visibleFolder, toCall } =
      program === undefined
        ? await placeInChroot(
            context,
            'minio',
            await buildGoProgram(cache, PROGRAM, debianRoot, signal),
          )
        : placeOnHost(context, 'minio');
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
        // It responds with 503 while it starts, then asks for credentials.
        isReady: () => respondsWith(endpoint, 403),
      },
      signal,
    );
    const storage = { endpoint, password: secrets.minio, accessKeys: secrets.minio };
    await makeMinioUsers(storage, (bucket) => [
      bucketName(env, bucket),
      `${TEST_NAMESPACE}-${bucket}`,
    ]);
    return endpoint;
  },
};
