import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../command.ts';
import { step } from '../steps.ts';
import { which } from '../which.ts';
import { installHostPackages } from './apt.ts';
import { buildOnce } from './cache.ts';
import { debianMirror } from './debian-mirror.ts';

/** The suite that carries PostgreSQL 18 with DocumentDB, RabbitMQ 4 and Redis 8. */
const SUITE = 'sid';
const PACKAGES = ['postgresql-18', 'postgresql-18-documentdb', 'rabbitmq-server', 'redis-server'];
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const SCRIPT = join(import.meta.dirname, 'build-root.sh');

/** Ends everything that runs inside when the outer command ends, mounts included. */
const NAMESPACES = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child'];

/** Whether this machine can hold a private Debian root. */
export function canHavePrivateRoot(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && which('apt-get') !== undefined;
}

/**
 * The private Debian root: a folder with the servers' programs that touches nothing of the host's.
 * Built once per machine (about a minute); later calls return at once.
 */
export async function debianRoot(cache: string, signal: AbortSignal): Promise<string> {
  const script = readFileSync(SCRIPT, 'utf8');
  const recipe = createHash('sha256').update(`${SUITE} ${PACKAGES.join(' ')}\n${script}`);
  const name = `debian-${recipe.digest('hex').slice(0, 12)}`;
  if (existsSync(join(cache, name))) return join(cache, name);
  const missing = [
    ...(which('debootstrap') === undefined ? ['debootstrap'] : []),
    // Ubuntu's debootstrap comes without Debian's keys.
    ...(existsSync(KEYRING) ? [] : ['debian-archive-keyring']),
  ];
  if (missing.length > 0) await installHostPackages(missing, signal);
  return step('Building a private Debian with PostgreSQL, RabbitMQ and Redis (once)', () =>
    buildOnce(cache, name, async (draft) => {
      const args = [SCRIPT, draft, debianMirror(), SUITE, PACKAGES.join(' ')];
      // eslint-disable-next-line no-restricted-syntax -- debootstrap needs mounts first; the script is a file of ours
      await run('unshare', [...NAMESPACES, 'sh', ...args], { signal, advice: ADVICE });
    }),
  );
}

/** Installs further packages into the root, for building programs there. */
export async function installInRoot(root: string, packages: string[], signal: AbortSignal) {
  const install = `apt-get update -q && apt-get install -q -y ${packages.join(' ')}`;
  const mounts = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev"`;
  const inside = `cp -L /etc/resolv.conf "$0/etc/resolv.conf"; ${mounts} && exec chroot "$0" sh -c "$1"`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // eslint-disable-next-line no-restricted-syntax -- mounts come before chroot; the root and our packages are $0 and $1
  const args = [...NAMESPACES, 'sh', '-c', inside, root, install];
  await run('unshare', args, { env, signal, advice: ADVICE });
}

const ADVICE = [
  'Is the Debian package archive reachable, and may this process mount file systems?',
  'Or give the addresses of servers of your own: MONGODB_URI, REDIS_URL, RABBITMQ_URL, S3_ENDPOINT.',
];
