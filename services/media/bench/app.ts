import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorker, MONGO } from '@ctdb/chassis';
import { newTokenKeys } from '@ctdb/chassis/testing/token-keys';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Module } from '@nestjs/common';
import type { Connection } from 'mongoose';
import { MediaCoreModule } from '../src/media-core.module.js';

@Module({ imports: [MediaCoreModule.forProcess('media-bench')] })
class BenchModule {}

export const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Media with a database, a bucket and a folder of its own, also for processes that are started afterwards. Needs
 * MONGODB_URI, REDIS_URL, RABBITMQ_URL, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY.
 */
export const openBench = async () => {
  const name = `bench-${randomBytes(5).toString('hex')}`;
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  Object.assign(process.env, {
    MONGODB_DB: name,
    REDIS_PREFIX: `${name}:`,
    MESSAGE_NAMESPACE: name,
    S3_BUCKET: name,
    BACKUP_DIR: join(folder, 'backups'),
    ...newTokenKeys(),
    SEED_SAMPLE_DATA: 'false',
    HEALTH_PORT: '0',
    LOG_LEVEL: 'warn',
  });
  const app = await createWorker(BenchModule);
  const get = <T>(token: abstract new (...args: never[]) => T): T =>
    app.get(token as never, { strict: false });
  const store = get(ObjectStore);
  const mongo = app.get<Connection>(MONGO, { strict: false });
  await store.ensureBucket();
  const close = async () => {
    for await (const { key } of store.list('')) await store.remove([key]);
    await mongo.dropDatabase();
    await app.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { get, store, mongo, folder, close };
};
