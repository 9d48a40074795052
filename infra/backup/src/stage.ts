import { statSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { z } from 'zod';
import { during } from './command.ts';
import { dumpDatabase, type Counts } from './databases.ts';
import { fetchBucket } from './objects.ts';
import type { Settings } from './settings.ts';

/** The file that says what a snapshot holds. */
export const MANIFEST = 'manifest.json';
/** Its content. */
export const manifest = z.object({
  databases: z.record(z.string(), z.record(z.string(), z.number())),
  /** The end of the hash chain of the audit trail, absent before its first entry. */
  auditHead: z.object({ sequence: z.number(), day: z.string(), hash: z.string() }).optional(),
});
type Manifest = z.infer<typeof manifest>;

/** The folder of which a snapshot is made, and into which a restore extracts one. */
export const stageFolder = ({ work }: Pick<Settings, 'work'>): string => join(work, 'stage');

/** Removes a file, or a folder with its content, if it exists. */
export const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/**
 * Removes the copies of databases, secrets and settings: they must not outlive their deletion at the source. Objects stay,
 * so that the next run fetches only new ones.
 */
export const clearStage = async (settings: Pick<Settings, 'work'>): Promise<void> => {
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
export const fillStage = async (settings: Settings, client: MongoClient): Promise<Manifest> => {
  const { storage, secrets, mongodbUri: uri } = settings;
  const stage = stageFolder(settings);
  const counts: Record<string, Counts> = {};
  const auditHead = await during('databases', async () => {
    const head = await readAuditHead(settings, client);
    for (const database of settings.databases) {
      const folder = join(stage, 'databases', database);
      counts[database] = await dumpDatabase({ client, uri, folder }, database);
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
