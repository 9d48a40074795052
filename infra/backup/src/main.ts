import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { run, stopSignal } from './command.ts';
import { Journal, type Run } from './journal.ts';
import { Repository } from './repository.ts';
import { backUp, drill, restore } from './runs.ts';
import { intervalMs, readDrillDue } from './schedule.ts';
import { loadRepositorySettings, loadSettings, type Settings } from './settings.ts';

const MS_PER_SECOND = 1_000;
const works = { backup: backUp, drill, restore };
const [command = '', id] = process.argv.slice(2);

const withMongo = async <T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> => {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 30_000 });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
};

/** Does one run and records it. */
const record = (settings: Settings, name: Run): Promise<void> => {
  const uri = name === 'restore' ? settings.restore?.mongodbUri : undefined;
  return withMongo(uri ?? settings.mongodbUri, (client) =>
    new Journal(client).record(name, async () => {
      const startedAt = performance.now();
      const result = await works[name](settings, client, id);
      const seconds = ((performance.now() - startedAt) / MS_PER_SECOND).toFixed(1);
      console.log(`${name} done in ${seconds} s: ${JSON.stringify(result)}`);
      return result;
    }),
  );
};

/** Starts a run as a process of its own. One at a time: they share the work folder. */
const runLocked = async (settings: Settings, name: Run, args: string[] = []): Promise<void> => {
  mkdirSync(settings.work, { recursive: true });
  const lock = ['--no-fork', '--timeout', '14400', join(settings.work, 'lock')];
  const program = [process.execPath, import.meta.filename, name, ...args];
  const env = { ...process.env, BACKUP_LOCKED: 'yes' };
  await run('flock', [...lock, ...program], { env, inherit: true });
};

/** A backup, and a drill if one is due. */
const turn = async (settings: Settings): Promise<void> => {
  await runLocked(settings, 'backup');
  const isDue = await withMongo(settings.mongodbUri, (client) =>
    readDrillDue(settings, new Journal(client)),
  );
  if (isDue) await runLocked(settings, 'drill');
};

/** Turns for as long as the process lives. One that fails is logged, recorded and followed by the next. */
const loop = async (settings: Settings): Promise<void> => {
  while (!stopSignal.aborted) {
    const next = Date.now() + intervalMs(settings);
    await turn(settings).catch((error: Error) => console.error(error.message));
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
  drill: locked('drill'),
  restore: locked('restore'),
  run: withSettings(turn),
  loop: withSettings(loop),
  // Before a restore these two need no secret but the repository's.
  list: () => repository().print(),
  secrets: () => repository().printFolder(id ?? 'latest', '/secrets'),
};

const work = commands[command];
try {
  if (work === undefined) throw new Error(`Usage: ${Object.keys(commands).join('|')} [backup]`);
  await work();
} catch (error) {
  if (!stopSignal.aborted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
