import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordOf, processes } from '../../access/users.mjs';
import type { Secrets } from '../secrets.ts';
import type { LauncherSession } from '../session.ts';
import type { ProgramCall } from '../supervisor/child.ts';
import { chrootCommand, chrootUsers } from '../tools/chroot-command.ts';

/** Dependencies of a start. */
export interface ServerContext extends Omit<LauncherSession, 'recordAddress' | 'close'> {
  signal: AbortSignal;
  /** The private Debian, built at the first call. */
  debianRoot: () => Promise<string>;
}

/** Values by environment variable. */
export type Variables = Record<string, string>;

/** The name of a variable among the addresses, where a process has its own value: `MEDIA_WORKER_REDIS_URL`. */
export const ownVariable = (process: string, name: string): string =>
  `${process.toUpperCase().replaceAll('-', '_')}_${name}`;

/** `address` with the user of each process, and the password that `secret` gives it; by `ownVariable`. */
export function userAddresses(
  variable: string,
  address: string,
  secret: string,
  names: readonly string[] = processes,
): Variables {
  return Object.fromEntries(
    names.map((name) => {
      const own = new URL(address);
      own.username = name;
      own.password = passwordOf(secret, name);
      return [ownVariable(name, variable), own.href];
    }),
  );
}

/** A way to run a server on this machine without Docker. */
export interface LocalServer {
  /** Its folder in the data folder. servers.json names it. */
  folder: string;
  /** A suitable program on PATH, if any. */
  findProgram?: () => Promise<string | undefined>;
  /** The private server, for messages. Without it there is only the program on PATH. */
  privateLabel?: string;
  /** Starts the program found on PATH, or without one the private server. Returns the address. */
  start: (context: ServerContext, program?: string) => Promise<string>;
}

/** A way to run a server in Docker, with compose.servers.yml. */
export interface ContainerServer {
  /** The name of its service there. */
  service: string;
  /** Files with its settings, by name. */
  files?: (secrets: Secrets) => Record<string, string>;
  toAddress: (port: number, secrets: Secrets) => string;
  isReady: (address: string, secrets: Secrets) => Promise<boolean>;
}

/** A server that the product needs, and the ways to start one. */
export interface BackingServer {
  /** Its name in servers.json. */
  name: string;
  title: string;
  /** Environment variable with its address. */
  variable: string;
  /** The first port that is tried, and the port of an address without one. */
  defaultPort: number;
  /** Program that the operator can install instead. */
  program: string;
  /** In the order of preference. */
  local: LocalServer[];
  /** Whether `npm run move-data` moves its data. The others keep their server. */
  isMovable?: boolean;
  container: ContainerServer;
  /** Credentials by environment variable, unless the address contains them. */
  credentials?: (secrets: Secrets) => Variables;
  /** Variables of the processes that have their own user, by `ownVariable`. `address` is the administrator's. */
  users?: (address: string, secrets: Secrets) => Variables;
}

/** Where a server runs: on the host, or in the private Debian as a user of its own. */
export interface ServerPlace {
  /** Its data folder on the host. */
  folder: string;
  /** The same folder as the server sees it. */
  visibleFolder: string;
  /** Writes a file with secrets into the data folder, which only the server can read. */
  writeFile: (name: string, content: string) => void;
  toCall: (program: string, args: string[]) => ProgramCall;
}

/** Creates the data folder of a server that runs on the host. */
export function placeOnHost(
  { dataFolder }: Pick<ServerContext, 'dataFolder'>,
  name: string,
): ServerPlace {
  const folder = createFolder(dataFolder, name);
  return {
    folder,
    visibleFolder: folder,
    writeFile: (file, content) => writeFileSync(join(folder, file), content, { mode: 0o600 }),
    toCall: (command, args) => ({ command, args }),
  };
}

/**
 * Creates the data folder of a server that runs in the private Debian.
 * @param programs folder of the host with the program, mounted as /programs
 */
export async function placeInChroot(
  { dataFolder, debianRoot }: Pick<ServerContext, 'dataFolder' | 'debianRoot'>,
  user: Exclude<keyof typeof chrootUsers, 'root'>,
  programs?: string,
): Promise<ServerPlace> {
  const root = await debianRoot();
  const data = createFolder(dataFolder, user);
  const id = chrootUsers[user];
  chownSync(data, id, id);
  return {
    folder: data,
    visibleFolder: '/data',
    writeFile: (name, content) => {
      writeFileSync(join(data, name), content, { mode: 0o600 });
      chownSync(join(data, name), id, id);
    },
    toCall: (program, args) => chrootCommand({ root, user, data, programs }, program, args),
  };
}

/**
 * Creates the data folder of a server: on the host if its program is on PATH, else in the private Debian.
 * @param install makes the folder with the program for the private Debian
 */
export const placeServer = async (
  context: ServerContext,
  name: Parameters<typeof placeInChroot>[1],
  program: string | undefined,
  install?: () => Promise<string>,
): Promise<ServerPlace> =>
  program === undefined
    ? placeInChroot(context, name, await install?.())
    : placeOnHost(context, name);

function createFolder(dataFolder: string, name: string): string {
  const folder = join(dataFolder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** The environment of a backing server, without the variables of the operator. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin`,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  };
}
