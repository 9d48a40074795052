import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { run, stopSignal } from './command.ts';
import { Journal, type Run } from './journal.ts';
import { withPings } from './ping.ts';
import { lockFile, LOCK_WAIT_SECONDS, Repository } from './repository.ts';
import { backUp, drill, prune, restore } from './runs.ts';
import { intervalMs, isTooEarly, readDrillDue, readPruneDue, repeatBeside } from './schedule.ts';
import { loadRepositorySettings, loadSettings, type Settings } from './settings.ts';

const MS_PER_SECOND = 1_000;
const works = { backup: backUp, prune, drill, restore };
const [command = '', id] = process.argv.slice(2);

const withMongo = async <T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> => {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 30_000 });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
};

/** Does one run and records it; a backup sends its start and end to the operator's address as well. */
const record = (settings: Settings, name: Run): Promise<void> => {
  const uri = name === 'restore' ? settings.restore?.mongodbUri : undefined;
  const recorded = () =>
    withMongo(uri ?? settings.mongodbUri, (client) =>
      new Journal(client).record(name, async () => {
        const startedAt = performance.now();
        const result = await works[name](settings, client, id);
        const seconds = ((performance.now() - startedAt) / MS_PER_SECOND).toFixed(1);
        console.log(`${name} done in ${seconds} s: ${JSON.stringify(result)}`);
        return result;
      }),
    );
  return name === 'backup' ? withPings(settings, recorded) : recorded();
};

/** Starts a run as a process of its own; waits for one that holds its lock. */
const runLocked = async (settings: Settings, name: Run, args: string[] = []): Promise<void> => {
  mkdirSync(settings.work, { recursive: true });
  const isBeside = name === 'drill' || name === 'prune';
  const file = lockFile(settings.work, isBeside ? 'drill' : 'backup');
  const lock = ['--no-fork', `--timeout=${LOCK_WAIT_SECONDS}`, file];
  const program = [process.execPath, import.meta.filename, name, ...args];
  const env = { ...process.env, BACKUP_LOCKED: 'yes' };
  await run('flock', [...lock, ...program], { env, inherit: true });
};

const logError = (error: Error) => console.error(error.message);

/**
 * A backup; a prune if one is due, also where the backup has failed; and a drill if one is due. Backups go on beside it: a
 * long drill delays none.
 */
const turn = (settings: Settings): Promise<void> =>
  withMongo(settings.mongodbUri, async (client) => {
    const journal = new Journal(client);
    if (await isTooEarly(settings, client, journal))
      return console.log('services have not made their databases yet: the next run copies them');
    const backup = () => runLocked(settings, 'backup');
    try {
      await backup();
    } finally {
      if (await readPruneDue(settings, journal)) await runLocked(settings, 'prune').catch(logError);
    }
    if (await readDrillDue(settings, journal))
      await repeatBeside(runLocked(settings, 'drill'), intervalMs(settings), () =>
        backup().catch(logError),
      );
  });

/** Turns for as long as the process lives. One that fails is logged, recorded and followed by the next. */
const loop = async (settings: Settings): Promise<void> => {
  while (!stopSignal.aborted) {
    const next = Date.now() + intervalMs(settings);
    await turn(settings).catch(logError);
    const pause = Math.max(0, next - Date.now());
    await sleep(pause, undefined, { signal: stopSignal }).catch(() => undefined);
  }
};

const withSettings = (work: (settings: Settings) => Promise<void>) => () =>
  work(loadSettings(process.env));
const locked = (name: Run) =>
  withSettings((settings) =>
    process.env['BACKUP_LOCKED']
      ? record(settings, name)
      : runLocked(settings, name, id === undefined ? [] : [id]),
  );
const repository = () => new Repository(loadRepositorySettings(process.env));

const commands: Record<string, () => Promise<void>> = {
  backup: locked('backup'),
  prune: locked('prune'),
  drill: locked('drill'),
  restore: locked('restore'),
  run: withSettings(turn),
  loop: withSettings(loop),
  // Before a restore these need no secret but the repository's.
  list: () => repository().print(),
  secrets: () => repository().printFolder(id ?? 'latest', '/secrets'),
  settings: () => repository().printFolder(id ?? 'latest', '/settings'),
};

const work = commands[command];
try {
  if (work === undefined) throw new Error(`Usage: ${Object.keys(commands).join('|')} [backup]`);
  await work();
} catch (error) {
  if (!stopSignal.aborted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
