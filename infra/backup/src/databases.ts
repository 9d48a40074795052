import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { run } from './command.ts';
import { NOTES, readMetadata, restoreDump, writeDump } from './dump-files.ts';

/** The number of documents by collection. */
export type Counts = Record<string, number>;

const hasTool = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** The tools read only a database that the address names, which is also the authSource. */
export const withoutDatabase = (uri: string): string => {
  const [, servers, database, , options = ''] =
    /^(mongodb(?:\+srv)?:\/\/[^/?]+)\/([^/?]+)(\?(.*))?$/.exec(uri) ?? [];
  if (servers === undefined) return uri;
  const source = servers.includes('@') && !/authSource=/i.test(options);
  return `${servers}/?${[options, source && `authSource=${database}`].filter(Boolean).join('&')}`;
};

/**
 * Does the work with an option that names a file with the address: it contains a password, and every process can read
 * arguments. The file is not on the volume that backups and restores share, because a restore has an administrator's.
 */
const withConfig = async <T>(uri: string, work: (option: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'mongodb-'));
  try {
    const file = join(folder, 'config.yaml');
    await writeFile(file, `uri: ${JSON.stringify(withoutDatabase(uri))}\n`, { mode: 0o600 });
    return await work(`--config=${file}`);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Reads what mongodump says of each collection. */
export const parseCounts = (output: string): Counts =>
  Object.fromEntries(
    [...output.matchAll(/done dumping \W?[^.\s]+\.(\S+?)\W? \((\d+) documents?\)/g)].map(
      ([, name = '', count]) => [name, Number(count)],
    ),
  );

/** Where and with which address. */
interface Place {
  client: MongoClient;
  uri: string;
  /** A folder for one database. */
  folder: string;
}

/** Copies a database into the folder, in mongodump's format. */
export const dumpDatabase = async (
  { client, uri, folder }: Place,
  database: string,
): Promise<Counts> => {
  if (!hasTool('mongodump')) return writeDump(client.db(database), folder);
  const how = [`--db=${database}`, `--out=${dirname(folder)}`];
  const found = await client.db(database).listCollections({}, { nameOnly: true }).toArray();
  const notes = NOTES.filter((note) => found.some(({ name }) => name === note));
  return withConfig(uri, async (config) => {
    const dump = async (...which: string[]): Promise<Counts> =>
      parseCounts((await run('mongodump', [config, ...how, ...which])).stderr);
    const counts: Counts = {};
    for (const note of notes) Object.assign(counts, await dump(`--collection=${note}`));
    return { ...counts, ...(await dump(...notes.map((note) => `--excludeCollection=${note}`))) };
  });
};

/** Replaces the database `into` with the one in the folder. */
export const restoreDatabase = async (
  { client, uri, folder }: Place,
  database: string,
  into: string,
): Promise<void> => {
  await client.db(into).dropDatabase();
  if (!hasTool('mongorestore')) return restoreDump(client.db(into), folder);
  const names = [`--nsInclude=${database}.*`, `--nsFrom=${database}.*`, `--nsTo=${into}.*`];
  // Without --stopOnError it succeeds even if documents cannot be restored.
  const how = ['--stopOnError', `--dir=${dirname(folder)}`];
  await withConfig(uri, (config) => run('mongorestore', [config, ...names, ...how]));
};

/** Throws unless a restored database has the collections, documents and indexes of its dump. */
export const compareDatabase = async (
  { client, folder }: Place,
  into: string,
  expected: Counts,
): Promise<void> => {
  const db = client.db(into);
  const metadata = await readMetadata(folder);
  for (const [name, count] of Object.entries(expected)) {
    const indexes = await db.collection(name).listIndexes().toArray();
    if (indexes.length !== metadata.get(name)?.indexes.length)
      throw new Error(`${into}.${name} has ${indexes.length} indexes`);
    const found = await db.collection(name).countDocuments();
    // MongoDB removes documents whose time has come.
    const mayExpire = indexes.some((index) => index['expireAfterSeconds'] !== undefined);
    if (found > count || (found < count && !mayExpire))
      throw new Error(`${into}.${name} has ${found} documents instead of ${count}`);
  }
};
