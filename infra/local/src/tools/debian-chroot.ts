import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../bin/lock.mjs';
import { findProgram, runCommand, tryCommand } from '../command.ts';
import { step } from '../console.ts';
import { LaunchError } from '../failure.ts';
import { buildOnce } from './cache.ts';
import { chrootCommand } from './chroot-command.ts';

/** The suite that carries PostgreSQL 18 with DocumentDB, RabbitMQ 4 and Redis 8. */
const SUITE = 'sid';
const PACKAGES = ['postgresql-18', 'postgresql-18-documentdb', 'rabbitmq-server', 'redis-server'];
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const SCRIPT = join(import.meta.dirname, 'build-debian-chroot.sh');

/** All processes and mounts inside end with the outer command. */
const NAMESPACES = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child'];

export { canUseChroot } from '../../bin/machine.mjs';

/**
 * The private Debian: a folder with the programs of the servers, independent of the host. Built once per machine, which
 * takes some minutes.
 */
export async function ensureDebianChroot(cache: string, signal: AbortSignal): Promise<string> {
  const script = readFileSync(SCRIPT, 'utf8');
  const recipe = createHash('sha256').update(`${SUITE} ${PACKAGES.join(' ')}\n${script}`);
  const name = `debian-${recipe.digest('hex').slice(0, 12)}`;
  if (existsSync(join(cache, name))) return join(cache, name);
  const missing = [
    ...(findProgram('debootstrap') === undefined ? ['debootstrap'] : []),
    // Ubuntu's debootstrap comes without Debian's keys.
    ...(existsSync(KEYRING) ? [] : ['debian-archive-keyring']),
  ];
  if (missing.length > 0) await installHostPackages(missing, signal);
  return step('Building a private Debian with PostgreSQL, RabbitMQ and Redis (once)', () =>
    buildOnce(cache, name, async (draft) => {
      const args = [SCRIPT, draft, await findMirror(), SUITE, PACKAGES.join(' ')];
      await runCommand('unshare', [...NAMESPACES, ...args], { signal, hints: HINTS });
    }),
  );
}

/** Installs further packages into the root, one call at a time. */
export async function installInChroot(root: string, packages: string[], signal: AbortSignal) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const calls = [
    ['update', '-q'],
    ['install', '-q', '-y', ...packages],
  ];
  await withLock(
    `${root}.apt.lock`,
    () => undefined,
    async () => {
      for (const apt of calls) {
        const { command, args } = chrootCommand({ root, user: 'root' }, 'apt-get', apt);
        await runCommand(command, args, { env, signal, hints: HINTS });
      }
    },
  );
}

const HINTS = [
  'Is the Debian package archive reachable, and may this process mount file systems?',
  'Or give the addresses of your own servers: MONGODB_URI, REDIS_URL, RABBITMQ_URL, S3_ENDPOINT.',
];

const PUBLIC_MIRROR = 'http://deb.debian.org/debian/';

/** The Debian archive that this host itself uses, else the public one. */
async function findMirror(): Promise<string> {
  const text = await tryCommand('apt-get', ['indextargets', '--format', '$(REPO_URI)']);
  const found = text?.split('\n').find((address) => /^https?:\/\/\S+\/debian\/$/.test(address));
  return found ?? PUBLIC_MIRROR;
}

/** Installs packages on the host. Needs root and apt-get. */
export async function installHostPackages(packages: string[], signal: AbortSignal): Promise<void> {
  const list = packages.join(' ');
  const byHand = `Install them by hand: apt-get install ${list}`;
  if (findProgram('apt-get') === undefined || process.getuid?.() !== 0) {
    throw new LaunchError(`Missing on this machine: ${list}.`, byHand);
  }
  await step(`Installing ${list} (apt-get)`, async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const wait = ['-o', 'DPkg::Lock::Timeout=300', '-q'];
    const hints = ['Is the Debian package archive reachable?', byHand];
    // If the update fails, the existing package lists may still suffice.
    await runCommand('apt-get', [...wait, 'update'], { env, signal }).catch(() => undefined);
    const install = ['install', '-y', '--no-install-recommends', ...packages];
    await runCommand('apt-get', [...wait, ...install], { env, signal, hints });
  });
}

/** Programs of the backup (infra/backup). */
export async function ensureBackupTools(signal: AbortSignal): Promise<void> {
  const missing = ['restic', 'rclone'].filter((name) => findProgram(name) === undefined);
  if (missing.length > 0) await installHostPackages(missing, signal);
}
