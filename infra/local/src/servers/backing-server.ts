import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ports } from '../ports.ts';
import type { Secrets } from '../secrets.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { chrootUsers } from '../tools/chroot-command.ts';

/** Dependencies of a start. */
export interface ServerContext {
  env: NodeJS.ProcessEnv;
  dataFolder: string;
  secrets: Secrets;
  ports: Ports;
  supervisor: Supervisor;
  signal: AbortSignal;
  /** The private Debian, built at the first call. */
  debianRoot: () => Promise<string>;
  /** Folder for everything that is built once per machine. */
  cache: string;
}

/** A server that the product needs, and the ways to start one. */
export interface BackingServer {
  title: string;
  /** Environment variable with its address. */
  variable: string;
  /** Port of an address without a port. */
  defaultPort: number;
  /** Program that the operator can install instead. */
  program: string;
  /** A suitable program on PATH, if any. */
  findProgram: () => Promise<string | undefined>;
  /** Source of the private server, for messages. */
  chrootSourceLabel: string;
  /** Credentials by environment variable, unless the address contains them. */
  credentials?: (secrets: Secrets) => Record<string, string>;
  /** Whether `startInChroot` must build for minutes. The other servers do not wait for it. */
  hasLongBuild?: (cache: string) => boolean;
  /** Starts the program found on PATH; returns the address. */
  startFromPath: (context: ServerContext, program: string) => Promise<string>;
  /** Starts the private server; returns the address. */
  startInChroot: (context: ServerContext) => Promise<string>;
}

type RootUser = keyof typeof chrootUsers;

/** Creates the data folder of a server. With a user of the chroot, it belongs to that user. */
export function serverFolder(dataFolder: string, name: string, user?: RootUser): string {
  const folder = join(dataFolder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user !== undefined) chownSync(folder, chrootUsers[user], chrootUsers[user]);
  return folder;
}

/** Writes a file with secrets, which only its owner can read. */
export function writePrivateFile(file: string, content: string, user?: RootUser): void {
  writeFileSync(file, content, { mode: 0o600 });
  if (user !== undefined) chownSync(file, chrootUsers[user], chrootUsers[user]);
}

/** The environment of a backing server, without the variables of the operator. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin`,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  };
}
