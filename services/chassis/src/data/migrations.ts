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

/** A lock document that expires unless its owner renews it. */
class MigrationLock {
  private readonly owner = randomUUID();
  private renewal: NodeJS.Timeout | undefined;

  constructor(
    private readonly documents: Collection<StoredMigration>,
    private readonly ttlMs: number,
  ) {}

  /** Waits until no other process holds the lock. */
  async acquire(): Promise<void> {
    while (!(await this.tryAcquire())) await pause(POLL_INTERVAL_MS);
    this.renewal = setInterval(() => {
      this.assertHeld().catch(() => undefined);
    }, this.ttlMs / 3).unref();
  }

  /** Renews the lock; throws where another process took it after it expired. */
  async assertHeld(): Promise<void> {
    const renewed = { $set: { expiresAt: this.nextExpiry() } };
    const { matchedCount } = await retryOnDeadlock(() =>
      this.documents.updateOne({ _id: LOCK_ID, owner: this.owner }, renewed),
    );
    if (matchedCount === 0) throw new Error('another process took over the migrations');
  }

  async release(): Promise<void> {
    clearInterval(this.renewal);
    await retryOnDeadlock(() => this.documents.deleteOne({ _id: LOCK_ID, owner: this.owner }));
  }

  private async tryAcquire(): Promise<boolean> {
    try {
      await retryOnDeadlock(() =>
        this.documents.updateOne(
          { _id: LOCK_ID, expiresAt: { $lte: new Date() } },
          { $set: { owner: this.owner, expiresAt: this.nextExpiry() } },
          { upsert: true },
        ),
      );
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  private nextExpiry(): Date {
    return new Date(Date.now() + this.ttlMs);
  }
}

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
  const lock = new MigrationLock(documents, lockTtlMs);
  const findPending = async () => {
    const applied = await documents.find({ appliedAt: { $exists: true } }).toArray();
    const names = new Set(applied.map(({ _id }) => _id));
    return migrations.filter(({ name }) => !names.has(name));
  };
  if ((await findPending()).length === 0) return;
  await lock.acquire();
  try {
    // Another process may have applied some meanwhile.
    for (const { name, up } of await findPending()) {
      await retryOnDeadlock(() => up(connection));
      await lock.assertHeld();
      await retryOnDeadlock(() => documents.insertOne({ _id: name, appliedAt: new Date() }));
      logger.info('migration applied', { migration: name });
    }
  } finally {
    await lock.release();
  }
};
