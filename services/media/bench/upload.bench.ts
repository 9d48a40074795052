import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorker, MONGO } from '@ctdb/chassis';
import { newTokenKeys } from '@ctdb/chassis/testing/token-keys';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Module } from '@nestjs/common';
import { Types, type Connection } from 'mongoose';
import pMap from 'p-map';
import sharp from 'sharp';
import { MediaCoreModule } from '../src/media-core.module.js';
import { ImageEvents } from '../src/images/image-events.js';
import { ImagesRepository } from '../src/images/images.repository.js';
import { stagingKey } from '../src/storage/bucket.js';
import { UploadQueue } from '../src/uploads/upload-queue.js';
import { UploadWaiter } from '../src/uploads/upload-waiter.js';
import { createUploadRecord, UploadsRepository } from '../src/uploads/uploads.repository.js';
import { startWorkerProcess } from './processes.js';

// Needs MONGODB_URI, REDIS_URL, RABBITMQ_URL, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY.
const UPLOADS = Number(process.env['UPLOADS'] ?? 24);
/** As many pictures as the worker works on at once; bare sharp gets as many. */
const AT_ONCE = 2;

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

class BenchModule {}
Module({
  imports: [MediaCoreModule.forProcess('media-bench')],
  providers: [UploadWaiter],
})(BenchModule);

const say = (line: string) => process.stdout.write(`${line}\n`);
const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
const create = { width: 4_000, height: 3_000, channels: 3, background: '#888', noise } as const;
/** Which way the photographs were held: 1 is upright, 6 as telephones are held. */
const orientation = Number(process.env['ORIENTATION'] ?? 1);
const photograph = await sharp({ create })
  .blur(2)
  .jpeg({ quality: Number(process.env['QUALITY'] ?? 85) })
  .withMetadata({ orientation })
  .toBuffer();

/** The same three pictures, as one would make them by hand: nothing judged, nothing stored. */
const bare = async (): Promise<void> => {
  const open = () => sharp(photograph).autoOrient();
  await open().jpeg({ quality: 92, optimiseCoding: false }).toBuffer();
  for (const [side, quality] of [
    [1_600, 82],
    [320, 78],
  ] as const) {
    const size = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const;
    await open().resize(size).webp({ quality, effort: 3 }).toBuffer();
  }
};

const app = await createWorker(BenchModule);
const get = <T>(token: abstract new (...args: never[]) => T): T =>
  app.get(token as never, { strict: false });
const store = get(ObjectStore);
await store.ensureBucket();

/** Puts bytes and finishes, as gateway and API process do, until the row says that it is ready. */
const upload = async (seed: string): Promise<void> => {
  const ids = { treatmentId: new Types.ObjectId(), diseaseId: new Types.ObjectId() };
  const fields = { type: 'treatment_area', title: 'x', description: '' } as const;
  const record = createUploadRecord(seed, { ...ids, ...fields }, new Date());
  const { uploadId } = record;
  await get(ImagesRepository).insertOnce(record);
  await store.put(stagingKey(uploadId), photograph, 'image/jpeg');
  await get(UploadsRepository).markQueued(
    uploadId,
    photograph.length,
    get(ImageEvents).uploaded(record),
  );
  await get(UploadQueue).add(uploadId);
  while ((await get(UploadsRepository).byUploadId(uploadId))?.state !== 'ready')
    await get(UploadWaiter).waitForJob(uploadId);
};

const timed = async (work: (index: number) => Promise<void>, atOnce: number): Promise<number> => {
  const begin = performance.now();
  const indexes = Array.from({ length: UPLOADS }, (_, index) => index);
  await pMap(indexes, work, { concurrency: atOnce });
  return UPLOADS / ((performance.now() - begin) / 1_000);
};

const worker = await startWorkerProcess();
try {
  await upload('warm');
  sharp.concurrency(1);
  await bare();
  const atRest = await worker.memory();
  const bareBegin = process.cpuUsage();
  const before = await timed(bare, AT_ONCE);
  const bareWork = process.cpuUsage(bareBegin);
  const workBegin = await worker.worked();
  const ours = await timed((index) => upload(`upload-${index}`), AT_ONCE + 2);
  const work = (await worker.worked()) - workBegin;
  const after = await timed(bare, AT_ONCE);
  const theirs = (before + after) / 2;
  const megabytes = (photograph.length / 1e6).toFixed(1);
  say(`${UPLOADS} photographs of 12 megapixels, ${megabytes} MB each`);
  say(`upload to ready  ${ours.toFixed(2)}/s`);
  say(`bare sharp       ${theirs.toFixed(2)}/s (${before.toFixed(2)}, ${after.toFixed(2)})`);
  say(`ratio            ${((100 * ours) / theirs).toFixed(0)} % (goal: at least 80 %)`);
  const each = (seconds: number) => (seconds / UPLOADS).toFixed(2);
  const bareSeconds = (bareWork.user + bareWork.system) / 1e6;
  say(`of a processor   ${each(work)} s for each in the worker, ${each(bareSeconds)} s bare`);
  const highest = (await worker.highest()).toFixed(0);
  say(`worker's memory  ${highest} MB at most (${atRest.toFixed(0)} MB after the first one)`);
} finally {
  await worker.stop();
  for await (const { key } of store.list('')) await store.remove([key]);
  await app.get<Connection>(MONGO, { strict: false }).dropDatabase();
  await app.close();
  await rm(folder, { recursive: true, force: true });
}
