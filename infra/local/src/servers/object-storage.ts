import {
  accessKeyOf,
  bucketName,
  passwordOf,
  STORAGE_ADMINISTRATOR,
  storageProcesses,
  TEST_NAMESPACE,
} from '../../access/users.mjs';
import { findProgram } from '../command.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { prepareMinio, startMinio } from './minio.ts';
import { startSeaweedfs } from './seaweedfs.ts';

const DEFAULT_PORT = 9000;

/** The buckets of the product, and of the one that the browser tests start. */
const bucketNames = (env: NodeJS.ProcessEnv) => (bucket: string) => [
  bucketName(env, bucket),
  `${TEST_NAMESPACE}-${bucket}`,
];

const startMinioHere = (context: ServerContext, program?: string) =>
  startMinio(context, DEFAULT_PORT, bucketNames(context.env), program);
const startSeaweedfsHere = (context: ServerContext, program?: string) =>
  startSeaweedfs(context, DEFAULT_PORT, bucketNames(context.env), program);

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
      storageProcesses.map((name) => [
        name,
        { S3_ACCESS_KEY: accessKeyOf(secret, name), S3_SECRET_KEY: passwordOf(secret, name) },
      ]),
    ),
  local: [
    { folder: 'minio', findProgram: async () => findProgram('minio'), start: startMinioHere },
    {
      folder: 'seaweedfs',
      findProgram: async () => findProgram('weed'),
      privateLabel: 'SeaweedFS',
      start: startSeaweedfsHere,
    },
    // Data of versions that had only MinIO.
    { folder: 'minio', privateLabel: 'MinIO, built with Go', start: startMinioHere },
  ],
  container: {
    service: 'minio',
    toAddress: (port) => `http://127.0.0.1:${port}`,
    isReady: (address, secrets) => prepareMinio(address, secrets, bucketNames(process.env)),
  },
};
