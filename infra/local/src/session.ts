import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { processStart } from '../bin/identity.mjs';
import { tryLock } from '../bin/lock.mjs';
import { LaunchError } from './failure.ts';
import { cacheFolder } from './paths.ts';
import { Ports } from './ports.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { endLeftovers, endMarked } from './supervisor/leftovers.ts';
import { RUN_MARK } from './supervisor/processes.ts';
import { RunFile } from './supervisor/run-file.ts';
import { Supervisor } from './supervisor/supervisor.ts';

/** One launcher at work on one data folder. */
export interface Session {
  env: NodeJS.ProcessEnv;
  cache: string;
  dataFolder: string;
  secrets: Secrets;
  ports: Ports;
  supervisor: Supervisor;
  /** Told to a second launcher on the same folder. */
  announce: (address: string) => void;
  /** Stops everything that the session started. */
  close: () => Promise<void>;
}

/**
 * Takes the data folder for this launcher and ends what a crashed one has left there.
 * @throws LaunchError when another launcher is at work on it
 */
export async function openSession(env: NodeJS.ProcessEnv, dataFolder: string): Promise<Session> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const runFile = new RunFile(dataFolder);
  const lock = tryLock(join(dataFolder, 'launcher.lock'));
  const earlier = runFile.read();
  if (!lock.held) throw alreadyRunning(dataFolder, lock.pid, earlier?.address);
  if (earlier !== undefined) await endLeftovers(earlier);

  const run = randomBytes(12).toString('hex');
  // Inherited by whatever is run from here: builds and tests too can be told from other processes.
  process.env[RUN_MARK] = run;
  const launcher = { pid: process.pid, start: processStart(process.pid) ?? '' };
  let address: string | undefined;
  const record = () =>
    runFile.write({
      run,
      launcher,
      ...(address === undefined ? {} : { address }),
      children: supervisor.entries,
    });
  const supervisor = new Supervisor(run, dataFolder, record);
  const cache = cacheFolder(env);
  const ports = new Ports(cache);
  record();
  return {
    env,
    cache,
    dataFolder,
    secrets: loadSecrets(dataFolder),
    ports,
    supervisor,
    announce: (text) => {
      address = text;
      record();
    },
    close: async () => {
      await supervisor.stop();
      await endMarked(run);
      runFile.remove();
      ports.release();
      lock.release();
    },
  };
}

function alreadyRunning(dataFolder: string, pid: number, address: string | undefined): LaunchError {
  const where = address === undefined ? '' : ` at ${address}`;
  return new LaunchError(
    `It already runs${where} (process ${pid}, data in ${dataFolder}).`,
    'Stop that one first (Ctrl-C there), or choose another folder with DATA_DIR.',
  );
}
