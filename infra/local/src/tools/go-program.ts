import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../bin/lock.mjs';
import { isOlder } from '../../bin/version.mjs';
import { findProgram, runCommand, tryCommand } from '../command.ts';
import { print, step } from '../console.ts';
import { buildOnce } from './cache.ts';
import { chrootCommand, copyCertificates } from './chroot-command.ts';
import { installInChroot } from './debian-chroot.ts';

/** A server that is built from its published Go module. */
export interface GoProgram {
  name: string;
  module: string;
  version: string;
  /** Alternative for the operator if the build is not possible. Default: none. */
  alternative?: string;
}

/** From this version on, Go downloads the toolchain that a module requires. */
const MIN_GO_VERSION = '1.21';

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
  const name = `${program.name}-${program.version}`;
  if (existsSync(join(cache, name))) return join(cache, name);
  const go = await hostGo();
  const chroot = go === undefined ? await getChroot() : undefined;
  const wait = (pid: number) => print(`  … waiting for process ${pid}, which builds with Go`);
  // One at a time, because each build uses all processors and a gigabyte of memory.
  return withLock(join(cache, 'go-build.lock'), wait, () =>
    step(`Building ${program.name} ${program.version} with Go (once)`, () =>
      buildOnce(cache, name, (draft) => build(draft, program, go, chroot, signal)),
    ),
  );
}

/** Downloads and intermediate files of Go stay in the draft and are removed with it. */
function goEnvironment(folder: string): NodeJS.ProcessEnv {
  const scratch = join(folder, 'scratch');
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

/** @param chroot the private Debian, whose Go builds if the host has none */
async function build(
  draft: string,
  { module, version, alternative }: GoProgram,
  go: string | undefined,
  chroot: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const scratch = join(draft, 'scratch');
  mkdirSync(draft, { mode: 0o755 });
  mkdirSync(scratch);
  // Without symbols for debuggers the program is a quarter smaller.
  const args = ['install', '-ldflags=-s', `${module}@${version}`];
  let call = { command: go ?? 'go', args };
  let env = goEnvironment(draft);
  if (chroot !== undefined) {
    await installGo(chroot, signal);
    call = chrootCommand({ root: chroot, user: 'root', data: draft }, 'go', args);
    env = { ...goEnvironment('/data'), HOME: '/root' };
    env['SSL_CERT_FILE'] = copyCertificates(scratch, '/data/scratch');
  }
  await runCommand(call.command, call.args, {
    env,
    signal,
    title: `go install ${module}@${version}`,
    hints: [
      'Is the Go module proxy (GOPROXY, usually https://proxy.golang.org) reachable?',
      ...(alternative === undefined ? [] : [`Or give the address of ${alternative}.`]),
    ],
  });
  rmSync(scratch, { recursive: true });
}

async function installGo(root: string, signal: AbortSignal): Promise<void> {
  if (existsSync(join(root, 'usr/bin/go'))) return;
  const work = () => installInChroot(root, ['golang-go', 'ca-certificates'], signal);
  await step('Installing the Go toolchain in the private Debian (once)', work);
}

async function hostGo(): Promise<string | undefined> {
  const go = findProgram('go');
  const version = go === undefined ? undefined : await tryCommand(go, ['env', 'GOVERSION']);
  return isOlder(version ?? '', MIN_GO_VERSION) ? undefined : go;
}
