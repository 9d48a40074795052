import type { ProgramCall } from '../supervisor/child.ts';

/** Fixed ids of the users in the chroot. build-debian-chroot.sh names those that need a name. */
export const chrootUsers = {
  root: 0,
  postgres: 47101,
  ferretdb: 47102,
  redis: 47103,
  rabbitmq: 47104,
  minio: 47105,
} as const;

interface ChrootOptions {
  root: string;
  user: keyof typeof chrootUsers;
  /** Folder of the host, mounted as /data. */
  data?: string;
  /** Folder of the host, mounted as /programs. */
  programs?: string | undefined;
}

/**
 * All mounts are in the mount namespace of the process. They end with it, and the host and other launchers do not see
 * them. Every step is an exec, so that the pid stays the same.
 */
const CHROOT_SCRIPT = `set -e
root=$1 data=$2 programs=$3 id=$4
shift 4
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
[ -z "$data" ] || mount --bind "$data" "$root/data"
[ -z "$programs" ] || mount --bind "$programs" "$root/programs"
exec chroot --userspec="$id:$id" "$root" "$@"`;

/** The command that runs a program in the chroot as one of its users. */
export function chrootCommand(inside: ChrootOptions, program: string, args: string[]): ProgramCall {
  const { root, user, data = '', programs = '' } = inside;
  const enter = ['-c', CHROOT_SCRIPT, 'enter', root, data, programs, String(chrootUsers[user])];
  return {
    command: 'unshare',
    // eslint-disable-next-line no-restricted-syntax -- mounts come before chroot; the script is constant, values are its arguments
    args: ['--mount', '--propagation', 'private', 'sh', ...enter, program, ...args],
  };
}
