import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramCall } from '../supervisor/child.ts';

/** Fixed ids of the users in the chroot. build-debian-chroot.sh names those that need a name. */
export const chrootUsers = {
  root: 0,
  postgres: 47101,
  ferretdb: 47102,
  redis: 47103,
  rabbitmq: 47104,
  minio: 47105,
  seaweedfs: 47106,
} as const;

interface ChrootOptions {
  root: string;
  user: keyof typeof chrootUsers;
  /** Folder of the host, mounted as /data. */
  data?: string;
  /** Folder of the host, mounted as /programs. */
  programs?: string | undefined;
}

const SCRIPT = join(import.meta.dirname, 'enter-chroot.sh');

/** The command that runs a program in the chroot as one of its users. */
export function chrootCommand(inside: ChrootOptions, program: string, args: string[]): ProgramCall {
  const { root, user, data = '', programs = '' } = inside;
  const enter = [SCRIPT, root, data, programs, String(chrootUsers[user])];
  return {
    command: 'unshare',
    args: ['--mount', '--propagation', 'private', ...enter, program, ...args],
  };
}

const HOST_CERTIFICATES = [process.env['SSL_CERT_FILE'], '/etc/ssl/certs/ca-certificates.crt'];
const NAME = 'certificates';

/**
 * Copies the certificate authorities of the host, such as a company proxy's, for a program in the private Debian.
 * Returns the copy's path as that program sees it.
 */
export function copyCertificates(folder: string, visibleFolder: string): string | undefined {
  const file = HOST_CERTIFICATES.find((path) => path !== undefined && existsSync(path));
  if (file === undefined) return undefined;
  copyFileSync(file, join(folder, NAME));
  return `${visibleFolder}/${NAME}`;
}
