import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from '../bin/lock.mjs';
import { LaunchError } from './failure.ts';
import { cacheFolder, dataFolder as operatorFolder } from './paths.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import {
  readRunFile,
  removeRunFile,
  RUN_ID_VARIABLE,
  stopMarkedProcesses,
  stopOrphans,
  writeRunFile,
} from './supervisor/processes.ts';
import { Supervisor } from './supervisor/supervisor.ts';
import { findListenError } from '../bin/machine.mjs';

/** One run of the launcher on a data folder. */
export interface LauncherSession {
  env: NodeJS.ProcessEnv;
  /** Folder for everything that is built once per machine. */
  cache: string;
  dataFolder: string;
  secrets: Secrets;
  ports: Ports;
  supervisor: Supervisor;
  /** Whether the data folder is removed at the end. */
  isTemporary: boolean;
  /** Whether the data need not survive the machine, only the processes: writes do not wait for the disk. */
  isVolatile: boolean;
  /** Stores the address that a second launcher on the same folder shows. */
  recordAddress: (address: string) => void;
  /** Adds an action for the end, after all processes have stopped. */
  onClose: (action: () => Promise<unknown>) => void;
  /** Stops everything that the session started. */
  close: () => Promise<void>;
}

/**
 * Locks the data folder and stops the processes that a crashed launcher left there.
 * @throws LaunchError if another launcher uses the folder
 */
export async function openSession(
  env: NodeJS.ProcessEnv,
  dataFolder: string,
): Promise<LauncherSession> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const lock = tryLock(join(dataFolder, 'launcher.lock'));
  const earlier = readRunFile(dataFolder);
  if (!lock.held) {
    const where = earlier?.address === undefined ? '' : ` at ${earlier.address}`;
    throw new LaunchError(
      `Already running${where} (process ${lock.pid}, data in ${dataFolder}).`,
      'Stop it first (Ctrl-C), or choose another folder with DATA_DIR.',
    );
  }
  if (earlier !== undefined) await stopOrphans(earlier);

  const run = randomBytes(12).toString('hex');
  // All child processes inherit it, builds and tests included.
  process.env[RUN_ID_VARIABLE] = run;
  let address: string | undefined;
  const write = () => writeRunFile(dataFolder, { run, address, children: supervisor.entries });
  const record = () => {
    try {
      write();
    } catch {
      // A full disk must not end the supervisor.
    }
  };
  const supervisor = new Supervisor(run, dataFolder, record);
  const cache = cacheFolder(env);
  const ports = new Ports(cache);
  const actions: (() => Promise<unknown>)[] = [];
  write();
  return {
    env,
    cache,
    dataFolder,
    secrets: loadSecrets(dataFolder),
    ports,
    supervisor,
    isTemporary: false,
    isVolatile: false,
    onClose: (action) => void actions.push(action),
    recordAddress: (text) => {
      address = text;
      record();
    },
    close: async () => {
      await supervisor.stop();
      // A failed action must not keep the lock.
      await Promise.allSettled(actions.map((action) => action()));
      await stopMarkedProcesses(run);
      removeRunFile(dataFolder);
      ports.release();
      lock.release();
    },
  };
}

/** Works with a session on the operator's data folder. */
export async function withSession<T>(work: (session: LauncherSession) => Promise<T>): Promise<T> {
  const session = await openSession(process.env, operatorFolder(process.env));
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

const RUN_PREFIX = 'run-';

/**
 * A session on a new data folder, which is removed at the end. Folders of crashed runs are removed as well.
 * @param kind folder of the cache that contains the data folders
 */
export async function openTemporarySession(
  env: NodeJS.ProcessEnv,
  kind: string,
  { isVolatile = false } = {},
): Promise<LauncherSession> {
  const parent = join(cacheFolder(env), kind);
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent).filter((one) => one.startsWith(RUN_PREFIX))) {
    // Not of a launcher that runs.
    const stale = await openSession(env, join(parent, name)).catch(() => undefined);
    if (stale) await removeSession(stale);
  }
  const folder = mkdtempSync(join(parent, RUN_PREFIX));
  const session = await openSession(env, folder);
  return {
    ...session,
    isTemporary: true,
    isVolatile,
    close: () => removeSession(session),
  };
}

async function removeSession({ close, dataFolder }: LauncherSession): Promise<void> {
  await close();
  rmSync(dataFolder, { recursive: true, force: true });
}

const MAX_ATTEMPTS = 500;

/**
 * Reserves free loopback ports for this launcher, also while a process restarts. The search starts at the default port
 * and so avoids the range of outgoing connections, where a client could connect to itself.
 */
export class Ports {
  readonly #folder: string;
  readonly #releases: (() => void)[] = [];

  /** @param cache folder that all launchers of the machine share */
  constructor(cache: string) {
    this.#folder = join(cache, 'ports');
  }

  /** The default port, or the next free one. */
  async claim(defaultPort: number): Promise<number> {
    for (let port = defaultPort; port < defaultPort + MAX_ATTEMPTS; port += 1) {
      const lock = tryLock(join(this.#folder, String(port)));
      if (!lock.held) continue;
      if ((await findListenError(port)) === undefined) {
        this.#releases.push(lock.release);
        return port;
      }
      lock.release();
    }
    throw new LaunchError(`No free port between ${defaultPort} and ${defaultPort + MAX_ATTEMPTS}.`);
  }

  release(): void {
    for (const release of this.#releases.splice(0)) release();
  }
}
