import type { ProgramCall } from '../supervisor/child-spec.ts';

/** The fixed ids of the users inside the private root. Those that need a name have it from build-root.sh. */
export const rootUsers = {
  postgres: 47101,
  ferretdb: 47102,
  redis: 47103,
  rabbitmq: 47104,
  minio: 47105,
} as const;

interface Inside {
  root: string;
  user: keyof typeof rootUsers;
  /** Folder of the host that is seen as /data inside. */
  data: string;
  /** Folder of the host that is seen as /programs inside. */
  programs?: string;
}

/**
 * All mounts live in a mount namespace of the one process, so they vanish with it however it ends, several
 * launchers do not meet, and the host sees none of them. Every step is an exec: the pid stays the same.
 */
const ENTER = `set -e
root=$1 data=$2 programs=$3 id=$4
shift 4
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
[ -z "$programs" ] || mount --bind "$programs" "$root/programs"
exec chroot --userspec="$id:$id" "$root" "$@"`;

/** The call that runs a program inside the private root as one of its users. */
export function insideRoot(inside: Inside, program: string, args: string[]): ProgramCall {
  const { root, user, data, programs = '' } = inside;
  const enter = ['-c', ENTER, 'enter', root, data, programs, String(rootUsers[user])];
  return {
    command: 'unshare',
    // eslint-disable-next-line no-restricted-syntax -- mounts come before chroot; the script is constant, values are its arguments
    args: ['--mount', '--propagation', 'private', 'sh', ...enter, program, ...args],
  };
}
