import { statSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { z } from 'zod';
import { during } from './command.ts';
import { compareDatabase, dumpDatabase, restoreDatabase, type Counts } from './databases.ts';
import { fetchBucket, sendBucket } from './objects.ts';
import { Repository } from './repository.ts';
import type { Settings } from './settings.ts';

const MS_PER_SECOND = 1_000;
const MANIFEST = 'manifest.json';
const manifest = z.object({
  databases: z.record(z.string(), z.record(z.string(), z.number())),
});

const remove = (path: string) => rm(path, { recursive: true, force: true });
const total = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * Stores all databases, then all objects, and the secrets, as one snapshot. In this order each object that a
 * database names is in the snapshot: services store objects before they name them.
 */
export const backUp = async (settings: Settings, client: MongoClient) => {
  const { storage, secrets, mongodbUri: uri } = settings;
  const stage = join(settings.work, 'stage');
  const repository = new Repository(settings);
  await during('repository', () => repository.open());
  const counts: Record<string, Counts> = {};
  await during('databases', async () => {
    await remove(join(stage, 'databases'));
    for (const database of settings.databases) {
      const folder = join(stage, 'databases', database);
      counts[database] = await dumpDatabase({ client, uri, folder }, database);
      if (Object.keys(counts[database]).length === 0)
        throw new Error(`there is nothing of ${database}`);
    }
  });
  await during('objects', async () => {
    for (const [name, bucket] of Object.entries(settings.buckets))
      await fetchBucket(storage, bucket, join(stage, 'objects', name));
  });
  await during('secrets', async () => {
    await remove(join(stage, 'secrets'));
    if (!secrets) return;
    const isFile = statSync(secrets).isFile();
    const copy = join(stage, 'secrets', isFile ? basename(secrets) : '');
    await cp(secrets, copy, { recursive: true, dereference: true });
  });
  await mkdir(stage, { recursive: true });
  await writeFile(join(stage, MANIFEST), JSON.stringify({ databases: counts }));
  const saved = await during('repository', () => repository.save(stage));
  // Objects stay, so that the next run fetches only new ones.
  await remove(join(stage, 'databases'));
  await remove(join(stage, 'secrets'));
  await during('repository', () => repository.forgetOld());
  return {
    ...saved,
    rpoMinutes: settings.rpoMinutes,
    databases: Object.fromEntries(
      Object.entries(counts).map(([name, each]) => [name, total(each)]),
    ),
  };
};

/** Extracts the databases of a snapshot; returns how many documents each collection had. */
const extractDatabases = async (repository: Repository, id: string, folder: string) => {
  await remove(join(folder, 'databases'));
  await repository.extract(id, ['/databases', `/${MANIFEST}`], folder);
  return manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))).databases;
};

/**
 * Checks the repository, restores the newest databases beside the real ones, compares them and removes them.
 * `restoreSeconds`: until they were restored.
 */
export const drill = async (settings: Settings, client: MongoClient) => {
  const repository = new Repository(settings);
  const folder = join(settings.work, 'drill');
  await during('repository', async () => {
    await repository.open();
    await repository.check();
  });
  const startedAt = performance.now();
  const { found, expected } = await during('repository', async () => {
    const newest = await repository.find();
    return { found: newest, expected: await extractDatabases(repository, newest.id, folder) };
  });
  const places = settings.databases.map((database) => ({
    ...{ client, uri: settings.mongodbUri, folder: join(folder, 'databases', database) },
    database,
    scratch: `drill-${database}`,
  }));
  try {
    await during('databases', async () => {
      for (const { database, scratch, ...place } of places)
        await restoreDatabase(place, database, scratch);
    });
    const restoreSeconds = (performance.now() - startedAt) / MS_PER_SECOND;
    await during('comparison', async () => {
      for (const { database, scratch, ...place } of places)
        await compareDatabase(place, scratch, expected[database] ?? {});
      // A registry may be empty, but every installation has an account.
      if (settings.databases.includes('billing') && !expected['billing']?.['users'])
        throw new Error('no account is in the backup');
    });
    return { restoreSeconds, snapshot: found.id, snapshotAt: found.at };
  } finally {
    for (const { scratch } of places) await client.db(scratch).dropDatabase();
    await remove(folder);
  }
};

/**
 * Replaces all databases with those of a snapshot, and puts all its objects back. Nothing may write meanwhile.
 * Notes of erased patients are the newest that there are, so that an older database forgets these again.
 */
export const restore = async (settings: Settings, client: MongoClient, id?: string) => {
  const { restore: rights, storage, work } = settings;
  if (!rights) throw new Error('RESTORE_MONGODB_URI and the keys of the storage are not set');
  const { mongodbUri: uri, ...keys } = rights;
  const stage = join(work, 'stage');
  const repository = new Repository(settings);
  const startedAt = performance.now();
  const [found, newest] = await during('repository', async () => [
    await repository.find(id),
    await repository.find(),
  ]);
  console.log(`restoring backup ${found.id} of ${found.at.toISOString()}`);
  const expected = await during('repository', async () => {
    await remove(stage);
    const names = Object.keys(settings.buckets);
    const others = names.filter((name) => name !== 'catalog').map((name) => `/objects/${name}`);
    await repository.extract(found.id, others, stage);
    await repository.extract(newest.id, ['/objects/catalog'], stage);
    return extractDatabases(repository, found.id, stage);
  });
  await during('objects', async () => {
    for (const [name, bucket] of Object.entries(settings.buckets))
      await sendBucket({ ...storage, ...keys }, join(stage, 'objects', name), bucket);
  });
  await during('databases', async () => {
    for (const database of settings.databases) {
      const place = { client, uri, folder: join(stage, 'databases', database) };
      await restoreDatabase(place, database, database);
      await compareDatabase(place, database, expected[database] ?? {});
      console.log(`restored ${database}: ${total(expected[database] ?? {})} documents`);
    }
  });
  await remove(join(stage, 'databases'));
  const restoreSeconds = (performance.now() - startedAt) / MS_PER_SECOND;
  console.log(`restored in ${restoreSeconds.toFixed(1)} s`);
  return { restoreSeconds, snapshot: found.id, snapshotAt: found.at };
};
