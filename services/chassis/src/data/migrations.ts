import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, Connection } from 'mongoose';
import { z } from 'zod';
import type { AppLogger } from '../logging/app-logger.js';
import { isDuplicateKey, retryOnDeadlock } from './write-conflict.js';

/** One change of stored data. It may be interrupted at any point, and then runs again from its start. */
export interface Migration {
  /** Unique and final, for example `2026-11-22-notes-of-diseases`. */
  name: string;
  /** Idempotent, and bearable for processes of the version before. */
  up(connection: Connection): Promise<unknown>;
}

/** The migration that stores the default value of a contract's field in the records that lack it. */
export const addField = (
  name: string,
  collection: string,
  contract: z.ZodObject,
  field: string,
): Migration => ({
  name,
  up: (connection) => {
    const value: unknown = contract.shape[field]?.parse(undefined);
    return connection
      .collection(collection)
      .updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
  },
});

/** The migrations of {@link addField} for all fields of a contract that have a default. */
export const addFields = (collection: string, contract: z.ZodObject): Migration[] =>
  Object.entries(contract.shape)
    .filter(([, schema]) => schema instanceof z.ZodDefault)
    .map(([field]) => addField(`${collection}.${field}`, collection, contract, field));

interface StoredMigration {
  _id: string;
  appliedAt?: Date;
  owner?: string;
  expiresAt?: Date;
}

const LOCK_ID = 'lock';
const LOCK_TTL_MS = 60_000;
const POLL_INTERVAL_MS = 250;

/**
 * Runs `work` once no other process holds the lock, a document that expires unless its owner renews it. `assertHeld`
 * renews it too, and throws where another process took it after it expired.
 */
const withLock = async (
  documents: Collection<StoredMigration>,
  ttlMs: number,
  work: (assertHeld: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  const own = { _id: LOCK_ID, owner: randomUUID() };
  const nextExpiry = () => new Date(Date.now() + ttlMs);
  const tryAcquire = async (): Promise<boolean> => {
    const expired = { _id: LOCK_ID, expiresAt: { $lte: new Date() } };
    const acquired = { $set: { owner: own.owner, expiresAt: nextExpiry() } };
    try {
      await retryOnDeadlock(() => documents.updateOne(expired, acquired, { upsert: true }));
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  };
  const assertHeld = async (): Promise<void> => {
    const renewed = { $set: { expiresAt: nextExpiry() } };
    const { matchedCount } = await retryOnDeadlock(() => documents.updateOne(own, renewed));
    if (matchedCount === 0) throw new Error('another process took over the migrations');
  };
  while (!(await tryAcquire())) await pause(POLL_INTERVAL_MS);
  const renew = () => void assertHeld().catch(() => undefined);
  const renewal = setInterval(renew, ttlMs / 3).unref();
  try {
    await work(assertHeld);
  } finally {
    clearInterval(renewal);
    await retryOnDeadlock(() => documents.deleteOne(own));
  }
};

/**
 * Applies the migrations that this database has not seen, in their order, and remembers each in the
 * collection `migrations`. One process works at a time; others wait until it is done. A deadlock of
 * the database is retried. Rejects with the error of a migration that fails; the next start runs that
 * one again.
 * @param lockTtlMs how long a process that died holds up the others
 */
export const runMigrations = async (
  connection: Connection,
  migrations: readonly Migration[],
  logger: AppLogger,
  lockTtlMs = LOCK_TTL_MS,
): Promise<void> => {
  const documents = connection.collection<StoredMigration>('migrations');
  const findPending = async () => {
    const applied = await documents.find({ appliedAt: { $exists: true } }).toArray();
    const names = new Set(applied.map(({ _id }) => _id));
    return migrations.filter(({ name }) => !names.has(name));
  };
  if ((await findPending()).length === 0) return;
  await withLock(documents, lockTtlMs, async (assertHeld) => {
    // Another process may have applied some meanwhile.
    for (const { name, up } of await findPending()) {
      await retryOnDeadlock(() => up(connection));
      await assertHeld();
      await retryOnDeadlock(() => documents.insertOne({ _id: name, appliedAt: new Date() }));
      logger.info('migration applied', { migration: name });
    }
  });
};
