import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConnection, type Connection } from 'mongoose';
import { ServiceProcess, testEnv, waitUntil } from '../src/testing/index.js';

const env = testEnv();
let connection: Connection;

interface StoredBook {
  _id: number;
  shelf?: string;
  title?: string;
  moves?: number;
}
const books = () => connection.collection<StoredBook>('books');
const migrations = () => connection.collection<{ _id: string; expiresAt?: Date }>('migrations');
const allow = (allowed: number) =>
  connection
    .collection<{ _id: string }>('limits')
    .updateOne({ _id: 'shelves' }, { $set: { allowed } }, { upsert: true });
const shelved = () => books().countDocuments({ shelf: 'a' });
const nextVersion = () => new ServiceProcess(env, 'chassis/dist/testing/migration.program.js');

/** Writes as the version before does, which knows no shelf, until it is stopped. */
const startOldVersion = () => {
  let [isRunning, written] = [true, 0];
  const run = async (): Promise<number> => {
    for (; isRunning; written += 1) {
      await books().insertOne({ _id: 1_000 + written });
      await books().updateOne({ _id: 1 }, { $set: { title: `title ${written}` } });
      await turn();
    }
    return written;
  };
  const running = run();
  return {
    written: () => written,
    stop: () => {
      isRunning = false;
      return running;
    },
  };
};

beforeAll(async () => {
  connection = await createConnection(env.MONGODB_URI, { dbName: env.MONGODB_DB }).asPromise();
  await books().insertMany(Array.from({ length: 40 }, (_, _id) => ({ _id })));
});
afterAll(() => connection.close());

it('a migration whose process is killed, while the version before writes is completed by the next two processes, once, and makes the index', async () => {
  const old = startOldVersion();
  await allow(10);
  const first = nextVersion();
  await first.start();
  await waitUntil(async () => (await shelved()) === 10, 'the migration does not begin', 60_000);
  await first.kill();
  expect(await migrations().countDocuments({ appliedAt: { $exists: true } })).toBe(0);

  await allow(Number.MAX_SAFE_INTEGER);
  // Otherwise the others wait for a minute until the lock of the killed process has expired.
  await migrations().updateOne({ _id: 'lock' }, { $set: { expiresAt: new Date() } });
  const others = [nextVersion(), nextVersion()];
  await Promise.all(others.map((process) => process.start()));
  const isApplied = async () =>
    (await migrations().countDocuments({ appliedAt: { $exists: true } })) === 1;
  await waitUntil(isApplied, 'the migration does not end', 60_000);
  const hasIndex = async () => (await books().indexes()).some(({ name }) => name === 'by-shelf');
  await waitUntil(hasIndex, 'the index is not made', 60_000);

  const afterwards = old.written() + 5;
  await waitUntil(() => old.written() > afterwards, 'the version before is blocked', 20_000);
  const written = await old.stop();
  expect(await books().countDocuments()).toBe(40 + written);
  const first40 = await books()
    .find({ _id: { $lt: 40 } })
    .toArray();
  expect(first40.filter(({ shelf, moves }) => shelf !== 'a' || moves !== 1)).toEqual([]);
  expect(first40.find(({ _id }) => _id === 1)?.title).toBe(`title ${written - 1}`);
}, 180_000);
