import { statSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Db, MongoClient } from 'mongodb';
import { during } from './command.ts';
import { compareDatabase, type Counts, dumpDatabase, restoreDatabase } from './databases.ts';
import { Journal } from './journal.ts';
import { fetchBucket, sendBucket } from './objects.ts';
import { findPlace } from './place.ts';
import { Repository } from './repository.ts';
import type { Settings } from './settings.ts';
import { z } from 'zod';

/** The file that says what a snapshot holds. */
const MANIFEST = 'manifest.json';
/** Its content. */
const manifest = z.object({
  databases: z.record(z.string(), z.record(z.string(), z.number())),
  /** The end of the hash chain of the audit trail, absent before its first entry. */
  auditHead: z.object({ sequence: z.number(), day: z.string(), hash: z.string() }).optional(),
});
type Manifest = z.infer<typeof manifest>;

/** The folder of which a snapshot is made, and into which a restore extracts one. */
const stageFolder = ({ work }: Pick<Settings, 'work'>): string => join(work, 'stage');

/** The folder of a database in one with the content of a snapshot. */
const toDump = (folder: string, database: string): string => join(folder, 'databases', database);

/** Removes a file, or a folder with its content, if it exists. */
const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/**
 * Removes the copies of databases, secrets and settings: they must not outlive their deletion at the source. Objects stay,
 * so that the next run fetches only new ones.
 */
const clearStage = async (settings: Pick<Settings, 'work'>): Promise<void> => {
  // Former versions left the address of MongoDB in `mongodb.yaml`, after a restore the administrator's.
  for (const name of ['databases', 'secrets', 'settings', 'mongodb.yaml'])
    await remove(join(stageFolder(settings), name));
};

/** Copies a file or folder, without what Kubernetes keeps beside mounted files, and without devices. */
const copyFiles = (source: string, target: string): Promise<void> => {
  const filter = (path: string) => {
    const stats = statSync(path);
    return !basename(path).startsWith('..') && (stats.isFile() || stats.isDirectory());
  };
  return cp(source, target, { recursive: true, dereference: true, filter });
};

/** The end of the hash chain. What is copied afterwards has it. */
const readAuditHead = async (
  { auditDatabase }: Settings,
  client: MongoClient,
): Promise<Manifest['auditHead']> => {
  const days = client.db(auditDatabase).collection<{ _id: string }>('audit_days');
  const end = { sort: { sequence: -1, _id: -1 } } as const;
  const found = await days.findOne({ sequence: { $gt: 0 } }, end);
  return manifest.shape.auditHead.safeParse({ ...found, day: found?._id }).data;
};

/**
 * Copies all databases, then all objects, the secrets and settings into the folder. In this order each object that a
 * database names is in it: services store objects before they name them.
 */
const fillStage = async (settings: Settings, client: MongoClient): Promise<Manifest> => {
  const { storage, secrets } = settings;
  const stage = stageFolder(settings);
  const counts: Record<string, Counts> = {};
  const auditHead = await during('databases', async () => {
    const head = await readAuditHead(settings, client);
    for (const database of settings.databases) {
      counts[database] = await dumpDatabase(client.db(database), toDump(stage, database));
      if (Object.keys(counts[database]).length === 0)
        throw new Error(`there is nothing of ${database}`);
    }
    return head;
  });
  await during('objects', async () => {
    for (const [name, bucket] of Object.entries(settings.buckets))
      await fetchBucket(storage, bucket, join(stage, 'objects', name));
  });
  await during('secrets', async () => {
    if (secrets) {
      const isFile = statSync(secrets).isFile();
      await copyFiles(secrets, join(stage, 'secrets', isFile ? basename(secrets) : ''));
    }
    if (settings.settings) await copyFiles(settings.settings, join(stage, 'settings'));
  });
  await mkdir(stage, { recursive: true });
  const content: Manifest = { databases: counts, auditHead };
  await writeFile(join(stage, MANIFEST), JSON.stringify(content));
  return content;
};

const MS_PER_SECOND = 1_000;
const TENTHS = 10;

const total = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);
const drillFolder = ({ work }: Settings) => join(work, 'drill');
/** The database into which a drill restores another one. */
const toScratch = (client: MongoClient, database: string): Db => client.db(`drill-${database}`);

/** Stores all databases, objects, secrets and settings as one snapshot. */
export const backUp = async (settings: Settings, client: MongoClient) => {
  const startedAt = new Date();
  const repository = new Repository(settings);
  // A killed run has left them.
  await clearStage(settings);
  try {
    await during('repository', () => repository.open());
    const { databases, auditHead } = await fillStage(settings, client);
    const saved = await during('repository', () =>
      repository.save(stageFolder(settings), startedAt),
    );
    return {
      ...saved,
      ...(auditHead && { auditHead }),
      rpoMinutes: settings.rpoMinutes,
      place: findPlace(settings),
      appendOnly: settings.repository.appendOnly,
      databases: Object.fromEntries(
        Object.entries(databases).map(([name, each]) => [name, total(each)]),
      ),
    };
  } finally {
    await clearStage(settings);
  }
};

/** Removes what a drill has made. */
const removeDrill = async (settings: Settings, client: MongoClient): Promise<void> => {
  for (const database of settings.databases) await toScratch(client, database).dropDatabase();
  await remove(drillFolder(settings));
};

/** Removes all data that no backup needs, and what a killed drill has left. */
export const prune = async (settings: Settings, client: MongoClient) => {
  await during('databases', () => removeDrill(settings, client));
  await during('repository', () => new Repository(settings).prune());
  return {};
};

/** Extracts the databases of a snapshot; returns how many documents each collection had. Throws if one is missing. */
const extractDatabases = async (
  { databases }: Settings,
  repository: Repository,
  id: string,
  folder: string,
): Promise<(database: string) => Counts> => {
  await remove(join(folder, 'databases'));
  await repository.extract(id, ['/databases', `/${MANIFEST}`], folder);
  const text = await readFile(join(folder, MANIFEST), 'utf8');
  const { databases: found } = manifest.parse(JSON.parse(text));
  const countsOf = (database: string): Counts => {
    const counts = found[database];
    if (!counts) throw new Error(`backup ${id} has no database ${database}`);
    return counts;
  };
  databases.forEach(countsOf);
  return countsOf;
};

/**
 * Checks the repository, restores the newest databases beside the real ones, compares them and removes them.
 * `restoreSeconds`: until they were restored.
 */
export const drill = async (settings: Settings, client: MongoClient) => {
  const repository = new Repository(settings);
  const folder = drillFolder(settings);
  const tenth = ((await new Journal(client).findDrilledTenth()) % TENTHS) + 1;
  await during('repository', () => repository.check(tenth));
  const startedAt = performance.now();
  const found = await during('repository', () => repository.find());
  const countsOf = await during('repository', () =>
    extractDatabases(settings, repository, found.id, folder),
  );
  try {
    await during('databases', async () => {
      for (const database of settings.databases)
        await restoreDatabase(toScratch(client, database), toDump(folder, database));
    });
    const restoreSeconds = (performance.now() - startedAt) / MS_PER_SECOND;
    await during('comparison', async () => {
      for (const database of settings.databases) {
        const scratch = toScratch(client, database);
        await compareDatabase(scratch, toDump(folder, database), countsOf(database));
      }
      // A registry may be empty, but every installation has an account.
      if (settings.databases.includes('billing') && !countsOf('billing')['users'])
        throw new Error('no account is in the backup');
    });
    return { restoreSeconds, tenth, snapshot: found.id, snapshotAt: found.at };
  } finally {
    await removeDrill(settings, client);
  }
};

/** Buckets with notes of what a restored database must not bring back. */
const JOURNALS = ['catalog', 'billing'];

const restoreSnapshot = async (settings: Settings, client: MongoClient, id?: string) => {
  const { restore: rights, storage } = settings;
  if (!rights) throw new Error('RESTORE_MONGODB_URI and the keys of the storage are not set');
  const { accessKey, secretKey } = rights;
  const stage = stageFolder(settings);
  const repository = new Repository(settings);
  const startedAt = performance.now();
  const [found, newest] = await during('repository', async () => [
    await repository.find(id),
    await repository.find(),
  ]);
  console.log(`restoring backup ${found.id} of ${found.at.toISOString()}`);
  const countsOf = await during('repository', async () => {
    await remove(stage);
    const names = Object.keys(settings.buckets);
    const pathsOf = (buckets: string[]) => buckets.map((name) => `/objects/${name}`);
    const others = names.filter((name) => !JOURNALS.includes(name));
    await repository.extract(found.id, pathsOf(others), stage);
    await repository.extract(newest.id, pathsOf(JOURNALS), stage);
    return extractDatabases(settings, repository, found.id, stage);
  });
  await during('objects', async () => {
    for (const [name, bucket] of Object.entries(settings.buckets))
      await sendBucket({ ...storage, accessKey, secretKey }, join(stage, 'objects', name), bucket);
  });
  await during('databases', async () => {
    for (const database of settings.databases) {
      const [db, dump] = [client.db(database), toDump(stage, database)];
      await restoreDatabase(db, dump);
      await compareDatabase(db, dump, countsOf(database));
      console.log(`restored ${database}: ${total(countsOf(database))} documents`);
    }
  });
  const restoreSeconds = (performance.now() - startedAt) / MS_PER_SECOND;
  console.log(`restored in ${restoreSeconds.toFixed(1)} s`);
  console.log(`payments since are found with reconcile-payments --from ${found.at.toISOString()}`);
  return { restoreSeconds, snapshot: found.id, snapshotAt: found.at };
};

/**
 * Replaces all databases with those of a snapshot, and puts all its objects back. Nothing may write meanwhile.
 * The journals are the newest that there are, so that what they note is repeated in an older database.
 */
export const restore = async (settings: Settings, client: MongoClient, id?: string) => {
  try {
    return await restoreSnapshot(settings, client, id);
  } finally {
    await clearStage(settings);
  }
};
