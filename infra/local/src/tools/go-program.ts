import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../bin/lock.mjs';
import { runCommand, tryCommand } from '../command.ts';
import { step } from '../steps.ts';
import { findProgram } from '../command.ts';
import { buildOnce } from './cache.ts';
import { installInChroot } from './debian-chroot.ts';

/** A server that is built from its published Go module. */
export interface GoProgram {
  name: string;
  module: string;
  version: string;
  /** Alternative for the operator if the build is not possible. */
  alternative: string;
  /** Niceness of the build, 0 to 19. Default: 0. */
  niceness?: number;
}

/** From this version on, Go downloads the toolchain that a module requires. */
const MIN_GO_VERSION = [1, 21] as const;

/**
 * The folder with the program, built once per machine.
 * @param getChroot creates the private Debian; called only if the host has no Go
 */
export async function buildGoProgram(
  cache: string,
  program: GoProgram,
  getChroot: () => Promise<string>,
  signal: AbortSignal,
): Promise<string> {
  const name = folderName(program);
  if (isBuilt(cache, program)) return join(cache, name);
  const go = await hostGo();
  const privateRoot = go === undefined ? await getChroot() : undefined;
  return step(`Building ${program.name} ${program.version} with Go (once)`, () =>
    buildOnce(cache, name, async (draft) => {
      mkdirSync(draft, { mode: 0o755 });
      if (go !== undefined) await buildOnHost(go, draft, program, signal);
      else if (privateRoot !== undefined) await buildInChroot(privateRoot, draft, program, signal);
    }),
  );
}

/** Whether the program is in the cache. */
export function isBuilt(cache: string, program: GoProgram): boolean {
  return existsSync(join(cache, folderName(program)));
}

function folderName({ name, version }: GoProgram): string {
  return `${name}-${version}`;
}

/** Downloads and intermediate files of Go stay in the draft and are removed with it. */
function goEnvironment(folder: string, scratch: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    GOBIN: folder,
    GOPATH: join(scratch, 'path'),
    GOCACHE: join(scratch, 'cache'),
    GOTMPDIR: scratch,
    GOMODCACHE: join(scratch, 'path/pkg/mod'),
    GOFLAGS: '-mod=mod -modcacherw',
    CGO_ENABLED: '0',
    GOWORK: 'off',
  };
}

const HOST_CERTIFICATES = [process.env['SSL_CERT_FILE'], '/etc/ssl/certs/ca-certificates.crt'];

function onFailure({ module, version, alternative }: GoProgram) {
  return {
    title: `go install ${module}@${version}`,
    hints: [
      'Is the Go module proxy (GOPROXY, usually https://proxy.golang.org) reachable?',
      `Or give the address of ${alternative}.`,
    ],
  };
}

/** Arguments of `nice -n`. Without symbols for debuggers the program is a quarter smaller. */
function build(go: string, { module, version, niceness = 0 }: GoProgram): string[] {
  return [String(niceness), go, 'install', '-ldflags=-s', `${module}@${version}`];
}

async function buildOnHost(go: string, draft: string, program: GoProgram, signal: AbortSignal) {
  const scratch = join(draft, 'scratch');
  mkdirSync(scratch);
  const env = goEnvironment(draft, scratch);
  await runCommand('nice', ['-n', ...build(go, program)], {
    cwd: scratch,
    env,
    signal,
    ...onFailure(program),
  });
  await runCommand('rm', ['-rf', scratch]);
}

async function buildInChroot(root: string, draft: string, program: GoProgram, signal: AbortSignal) {
  await installGo(root, signal);
  // resolv.conf is replaced atomically, because another build may read it.
  const script = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
    mount --bind "$1" "$0/programs" && mkdir "$0/programs/scratch" &&
    names=$(mktemp "$0/etc/resolv.conf.XXXXXX") && cp -L /etc/resolv.conf "$names" &&
    chmod 644 "$names" && mv -f "$names" "$0/etc/resolv.conf" &&
    { [ -z "$2" ] || cp -L "$2" "$0/programs/scratch/certificates"; } && shift 2 &&
    exec chroot "$0" sh -c 'cd /programs/scratch && nice -n "$0" "$@" && rm -rf /programs/scratch' "$@"`;
  // The chroot trusts the same certificate authorities as the host, such as a company proxy.
  const certificates = HOST_CERTIFICATES.find((file) => file !== undefined && existsSync(file));
  const env = {
    ...goEnvironment('/programs', '/programs/scratch'),
    HOME: '/root',
    SSL_CERT_FILE: certificates === undefined ? undefined : '/programs/scratch/certificates',
  };
  const namespaces = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child'];
  const own = [root, draft, certificates ?? ''];
  // eslint-disable-next-line no-restricted-syntax -- mounts come before chroot; the script is constant, values are its arguments
  const args = [...namespaces, 'sh', '-c', script, ...own, ...build('go', program)];
  await runCommand('unshare', args, { env, signal, ...onFailure(program) });
}

/** Locked, because several programs may need Go at the same time. */
async function installGo(root: string, signal: AbortSignal): Promise<void> {
  const isThere = () => existsSync(join(root, 'usr/bin/go'));
  if (isThere()) return;
  await withLock(
    `${root}.go.lock`,
    () => undefined,
    async () => {
      if (isThere()) return;
      const work = () => installInChroot(root, ['golang-go', 'ca-certificates'], signal);
      await step('Installing the Go toolchain in the private Debian (once)', work);
    },
  );
}

async function hostGo(): Promise<string | undefined> {
  const go = findProgram('go');
  const text = go === undefined ? undefined : await tryCommand(go, ['env', 'GOVERSION']);
  const [, major = 0, minor = 0] = (/go(\d+)\.(\d+)/.exec(text ?? '') ?? []).map(Number);
  const [oldMajor, oldMinor] = MIN_GO_VERSION;
  return major > oldMajor || (major === oldMajor && minor >= oldMinor) ? go : undefined;
}
