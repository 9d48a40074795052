import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createConnection, type Connection } from 'mongoose';
import { z } from 'zod';
import { addField, runMigrations, type Migration } from '../src/index.js';
import { testEnv, testLogger } from '../src/testing/index.js';

const env = testEnv();
const logger = testLogger();
let connection: Connection;

const addPages = addField('2-pages', 'books', z.object({ pages: z.int().default(0) }), 'pages');

const appliedNames = async () =>
  (await connection.collection('migrations').find().sort({ _id: 1 }).toArray()).map(({ _id }) =>
    String(_id),
  );

beforeAll(async () => {
  connection = await createConnection(env.MONGODB_URI, { dbName: env.MONGODB_DB }).asPromise();
});
afterAll(() => connection.close());
beforeEach(() => connection.collection('migrations').deleteMany({}));

it('migrations run once, in their order, by one of two processes, while the other waits for its end', async () => {
  const runs: string[] = [];
  const names = ['1-first', '2-second'];
  const all = names.map((name) => ({
    name,
    up: async () => {
      runs.push(name);
      await pause(50);
    },
  }));
  const finished = [1, 2].map(async () => {
    await runMigrations(connection, all, logger);
    expect(await appliedNames()).toEqual(expect.arrayContaining(names));
  });
  await Promise.all(finished);
  await runMigrations(connection, all, logger);
  // No lock is left.
  expect([runs, await appliedNames()]).toEqual([names, names]);
});

it('migrations do not wait for a process that died, longer than its lock lives', async () => {
  const expiresAt = new Date(Date.now() + 300);
  const documents = connection.collection<{ _id: string; owner: string; expiresAt: Date }>(
    'migrations',
  );
  await documents.insertOne({ _id: 'lock', owner: 'dead', expiresAt });
  await connection.collection('books').insertOne({ title: 'one' });
  await runMigrations(connection, [addPages], logger);
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime());
  expect(await appliedNames()).toEqual(['2-pages']);
  expect(await connection.collection('books').findOne()).toMatchObject({ pages: 0 });
});

it('migrations of a process whose lock was taken over are not counted as applied', async () => {
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
