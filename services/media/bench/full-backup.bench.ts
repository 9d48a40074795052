import 'reflect-metadata';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createWorker, MONGO } from '@ctdb/chassis';
import { newTokenKeys } from '@ctdb/chassis/testing/token-keys';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Module } from '@nestjs/common';
import type { Connection } from 'mongoose';
import pMap from 'p-map';
import { MediaCoreModule } from '../src/media-core.module.js';
import type { ImageRecord } from '../src/images/image.schema.js';
import { RunsRepository } from '../src/runs/runs.repository.js';
import { RunsService } from '../src/runs/runs.service.js';
import { startWorkerProcess } from './processes.js';
import { sampleImage } from './samples.js';

// Needs MONGODB_URI, REDIS_URL, RABBITMQ_URL, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY.
const IMAGES = Number(process.env['IMAGES'] ?? 10_000);
const AT_ONCE = 6;

const name = `bench-${randomBytes(5).toString('hex')}`;
const folder = await mkdtemp(join(tmpdir(), `${name}-`));
Object.assign(process.env, {
  MONGODB_DB: name,
  REDIS_PREFIX: `${name}:`,
  MESSAGE_NAMESPACE: name,
  S3_BUCKET: name,
  BACKUP_DIR: join(folder, 'backups'),
  ...newTokenKeys(),
  HEALTH_PORT: '0',
  LOG_LEVEL: 'warn',
});

class BenchModule {}
Module({ imports: [MediaCoreModule.forProcess('media-bench')] })(BenchModule);

const say = (line: string) => process.stdout.write(`${line}\n`);
const app = await createWorker(BenchModule);
const store = app.get(ObjectStore, { strict: false });
const mongo = app.get<Connection>(MONGO, { strict: false });
await store.ensureBucket();

const images: ImageRecord[] = [];
for (let made = 0; made < IMAGES; made += 100) {
  const count = Math.min(100, IMAGES - made);
  const some = await pMap(Array.from({ length: count }), () => sampleImage(store), {
    concurrency: 8,
  });
  await mongo.collection('images').insertMany(some);
  images.push(...some);
}
const bytes = images.reduce((sum, { files }) => sum + (files?.master.bytes ?? 0), 0);
say(`${IMAGES} images, ${(bytes / 1e6).toFixed(0)} MB`);

/** Copies every master and takes its hash, and does nothing else. */
const copyAndHash = async (): Promise<number> => {
  const target = join(folder, 'copies');
  await mkdir(target);
  const begin = performance.now();
  await pMap(
    images,
    async ({ _id, files }) => {
      const content = await store.read(files?.master.key ?? '');
      await writeFile(join(target, _id.toHexString()), content);
      createHash('sha256').update(content).digest('hex');
    },
    { concurrency: AT_ONCE },
  );
  const seconds = (performance.now() - begin) / 1_000;
  await rm(target, { recursive: true });
  return seconds;
};

const backUp = async () => {
  const worker = await startWorkerProcess();
  const runs = app.get(RunsRepository, { strict: false });
  const { id } = await app.get(RunsService, { strict: false }).start({ type: 'full' });
  let begin = 0;
  let run = await runs.find(id);
  while (run?.status === 'running') {
    await pause(50);
    run = await runs.find(id);
    if (begin === 0 && run && run.totalImages > 0) begin = Date.now();
  }
  const seconds = ((run?.endTime?.getTime() ?? 0) - begin) / 1_000;
  const highest = await worker.highest();
  const worked = await worker.worked();
  await worker.stop();
  return { seconds, highest, worked, status: run?.status, done: run?.successfulBackups };
};

const before = await copyAndHash();
const backup = await backUp();
const after = await copyAndHash();
const baseline = (before + after) / 2;
say(`copying and hashing: ${baseline.toFixed(2)} s (${before.toFixed(2)}, ${after.toFixed(2)})`);
say(`full backup: ${backup.seconds.toFixed(2)} s, ${backup.status}, ${backup.done} images`);
say(`speed: ${((100 * baseline) / backup.seconds).toFixed(0)} % of copying and hashing`);
say(
  `worker: ${backup.highest.toFixed(0)} MB at most, ${backup.worked.toFixed(1)} s of a processor`,
);

for await (const { key } of store.list('')) await store.remove([key]);
await mongo.dropDatabase();
await rm(folder, { recursive: true });
await app.close();
