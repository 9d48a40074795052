import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../bin/lock.mjs';
import { run, tryRun } from '../command.ts';
import { step } from '../steps.ts';
import { which } from '../which.ts';
import { buildOnce } from './cache.ts';
import { installInRoot } from './debian-root.ts';

/** A server that is built from its published Go module. */
export interface GoProgram {
  name: string;
  module: string;
  version: string;
  /** What the operator can give where it cannot be built. */
  instead: string;
  /** How far its build steps back behind whatever else is built meanwhile: 0 (not at all) to 19. */
  niceness?: number;
}

/** From here on, Go fetches by itself the newer toolchain that a module asks for. */
const OLDEST_GO = [1, 21] as const;

/**
 * The folder that holds the program's binary, built once per machine.
 * @param root gives the private Debian root, asked for only where the host has no Go
 */
export async function goProgram(
  cache: string,
  program: GoProgram,
  root: () => Promise<string>,
  signal: AbortSignal,
): Promise<string> {
  const name = folderName(program);
  if (isBuilt(cache, program)) return join(cache, name);
  const go = await hostGo();
  const privateRoot = go === undefined ? await root() : undefined;
  return step(`Building ${program.name} ${program.version} with Go (once)`, () =>
    buildOnce(cache, name, async (draft) => {
      mkdirSync(draft, { mode: 0o755 });
      if (go !== undefined) await buildOnHost(go, draft, program, signal);
      else if (privateRoot !== undefined) await buildInRoot(privateRoot, draft, program, signal);
    }),
  );
}

/** Whether the program is there already. */
export function isBuilt(cache: string, program: GoProgram): boolean {
  return existsSync(join(cache, folderName(program)));
}

function folderName({ name, version }: GoProgram): string {
  return `${name}-${version}`;
}

/** Everything that Go downloads or compiles on the way stays in the draft and goes with it. */
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

function onFailure({ module, version, instead }: GoProgram) {
  return {
    title: `go install ${module}@${version}`,
    advice: [
      'Is the Go module proxy (GOPROXY, usually https://proxy.golang.org) reachable?',
      `Or give the address of ${instead}.`,
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
  await run('nice', ['-n', ...build(go, program)], {
    cwd: scratch,
    env,
    signal,
    ...onFailure(program),
  });
  await run('rm', ['-rf', scratch]);
}

async function buildInRoot(root: string, draft: string, program: GoProgram, signal: AbortSignal) {
  await installGo(root, signal);
  // The file with the name servers is replaced whole: another build may be reading it.
  const script = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
    mount --bind "$1" "$0/programs" && mkdir "$0/programs/scratch" &&
    names=$(mktemp "$0/etc/resolv.conf.XXXXXX") && cp -L /etc/resolv.conf "$names" &&
    chmod 644 "$names" && mv -f "$names" "$0/etc/resolv.conf" &&
    { [ -z "$2" ] || cp -L "$2" "$0/programs/scratch/certificates"; } && shift 2 &&
    exec chroot "$0" sh -c 'cd /programs/scratch && nice -n "$0" "$@" && rm -rf /programs/scratch' "$@"`;
  // Whom the host trusts, the root trusts too: a company's own proxy, say.
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
  await run('unshare', args, { env, signal, ...onFailure(program) });
}

/** Several programs may ask for it at the same time. */
async function installGo(root: string, signal: AbortSignal): Promise<void> {
  const isThere = () => existsSync(join(root, 'usr/bin/go'));
  if (isThere()) return;
  await withLock(
    `${root}.go.lock`,
    () => undefined,
    async () => {
      if (isThere()) return;
      const work = () => installInRoot(root, ['golang-go', 'ca-certificates'], signal);
      await step('Installing the Go toolchain in the private Debian (once)', work);
    },
  );
}

async function hostGo(): Promise<string | undefined> {
  const go = which('go');
  const text = go === undefined ? undefined : await tryRun(go, ['env', 'GOVERSION']);
  const [, major = 0, minor = 0] = (/go(\d+)\.(\d+)/.exec(text ?? '') ?? []).map(Number);
  const [oldMajor, oldMinor] = OLDEST_GO;
  return major > oldMajor || (major === oldMajor && minor >= oldMinor) ? go : undefined;
}
