#!/bin/sh
# Runs a program in a chroot. Runs inside a mount namespace of its own (unshare --mount): the mounts end with the
# process, and the host and other launchers do not see them. Every step is an exec, so that the pid stays the same.
# Arguments: root, folder for /data or '', folder for /programs or '', user id, program, its arguments.
set -e
root=$1 data=$2 programs=$3 id=$4
shift 4
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
[ -z "$data" ] || mount --bind "$data" "$root/data"
[ -z "$programs" ] || mount --bind "$programs" "$root/programs"
exec chroot --userspec="$id:$id" "$root" "$@"
