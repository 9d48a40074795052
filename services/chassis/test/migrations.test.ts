import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createConnection, type Connection } from 'mongoose';
import { runMigrations, type Migration } from '../src/index.js';
import { testEnv, testLogger } from '../src/testing/index.js';

const env = testEnv();
const logger = testLogger();
let connection: Connection;

const books = () => connection.collection<{ _id: number; shelf?: string }>('books');
const shelved = () => books().countDocuments({ shelf: 'a' });

/** Puts five books on a shelf, one by one; `interrupt` may throw before each. */
const shelveBooks = (interrupt: (index: number) => void = () => undefined): Migration => ({
  name: '1-shelve-books',
  up: async () => {
    for (const { _id } of await books().find().sort({ _id: 1 }).toArray()) {
      interrupt(_id);
      await books().updateOne({ _id }, { $set: { shelf: 'a' } });
    }
  },
});
const noop: Migration = { name: '2-noop', up: () => Promise.resolve() };

const appliedNames = async () =>
  (await connection.collection('migrations').find().sort({ _id: 1 }).toArray()).map(({ _id }) =>
    String(_id),
  );

beforeAll(async () => {
  connection = await createConnection(env.MONGODB_URI, { dbName: env.MONGODB_DB }).asPromise();
});
afterAll(() => connection.close());
beforeEach(async () => {
  await connection.collection('migrations').deleteMany({});
  await books().deleteMany({});
  await books().insertMany([1, 2, 3, 4, 5].map((_id) => ({ _id })));
});

describe('migrations', () => {
  it('run once, in their order, and leave no lock', async () => {
    let runs = 0;
    const counting = shelveBooks(() => (runs += 1));
    await runMigrations(connection, [counting, noop], logger);
    await runMigrations(connection, [counting, noop], logger);
    expect([runs, await shelved()]).toEqual([5, 5]);
    expect(await appliedNames()).toEqual(['1-shelve-books', '2-noop']);
  });

  it('go on after an interruption with the one that was interrupted', async () => {
    const interrupted = shelveBooks((index) => {
      if (index === 3) throw new Error('the power is gone');
    });
    const run = runMigrations(connection, [interrupted, noop], logger);
    await expect(run).rejects.toThrow('the power is gone');
    expect([await shelved(), await appliedNames()]).toEqual([2, []]);
    await runMigrations(connection, [shelveBooks(), noop], logger);
    expect(await shelved()).toBe(5);
    expect(await appliedNames()).toEqual(['1-shelve-books', '2-noop']);
  });

  it('are run by one of two processes, while the other waits for its end', async () => {
    let runs = 0;
    const slow: Migration = {
      name: '1-slow',
      up: async () => {
        runs += 1;
        await pause(100);
      },
    };
    const finished = [1, 2].map(async () => {
      await runMigrations(connection, [slow], logger);
      expect(await appliedNames()).toContain('1-slow');
    });
    await Promise.all(finished);
    expect(runs).toBe(1);
    expect(await appliedNames()).toEqual(['1-slow']);
  });

  it('do not wait for a process that died, longer than its lock lives', async () => {
    const expiresAt = new Date(Date.now() + 300);
    const documents = connection.collection<{ _id: string; owner: string; expiresAt: Date }>(
      'migrations',
    );
    await documents.insertOne({ _id: 'lock', owner: 'dead', expiresAt });
    await runMigrations(connection, [noop], logger);
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime());
    expect(await appliedNames()).toEqual(['2-noop']);
  });

  it('of a process whose lock was taken over are not counted as applied', async () => {
    const frozen: Migration = {
      name: '1-frozen',
      up: async () => {
        await connection
          .collection('migrations')
          .updateOne({ owner: { $exists: true } }, { $set: { owner: 'another' } });
      },
    };
    const run = runMigrations(connection, [frozen], logger);
    await expect(run).rejects.toThrow('another process took over');
    expect(await appliedNames()).toEqual(['lock']);
  });
});
