import { join } from 'node:path';
import { makeMinioUsers } from '../../access/minio-users.mjs';
import { accessKeyOf, STORAGE_ADMINISTRATOR } from '../../access/users.mjs';
import type { Secrets } from '../secrets.ts';
import { buildGoProgram, type GoProgram } from '../tools/go-program.ts';
import type { ServerContext } from './backing-server.ts';
import { placeServer, plainEnvironment } from './backing-server.ts';
import { respondsWith } from './probe.ts';

/** The last published version, because the repository is archived. Only data of earlier versions needs it. */
const PROGRAM: GoProgram = {
  name: 'minio',
  module: 'github.com/minio/minio',
  version: 'v0.0.0-20260212201848-7aac2a2c5b7c',
  alternative: 'your own S3 server: S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY',
};

/**
 * Makes the users of all processes in MinIO, or in its fork Silo, as soon as it responds.
 * @param bucketNames the buckets in the place of a default name
 */
export async function prepareMinio(
  endpoint: string,
  secrets: Secrets,
  bucketNames: (bucket: string) => string[],
): Promise<boolean> {
  // It responds with 503 while it starts, then asks for credentials.
  if (!(await respondsWith(endpoint, 403))) return false;
  await makeUsers(endpoint, secrets, bucketNames);
  return true;
}

const makeUsers = (
  endpoint: string,
  { minio: secret }: Secrets,
  bucketNames: (bucket: string) => string[],
) => makeMinioUsers({ endpoint, password: secret, accessKeys: secret }, bucketNames);

/** Starts MinIO from PATH, or built with Go. Returns its address. */
export async function startMinio(
  context: ServerContext,
  defaultPort: number,
  bucketNames: (bucket: string) => string[],
  program?: string,
): Promise<string> {
  const { cache, debianRoot, ports, secrets, signal, supervisor } = context;
  const { visibleFolder, toCall } = await placeServer(context, 'minio', program, () =>
    buildGoProgram(cache, PROGRAM, debianRoot, signal),
  );
  const port = await ports.claim(defaultPort);
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
  await makeUsers(endpoint, secrets, bucketNames);
  return endpoint;
}
