import { setTimeout as pause } from 'node:timers/promises';
import { Types } from 'mongoose';
import pMap from 'p-map';
import sharp from 'sharp';
import { imageEvent } from '../src/images/image.record.js';
import { ImagesRepository } from '../src/images/images.repository.js';
import { stagingKey } from '../src/storage/bucket.js';
import { UploadQueue } from '../src/uploads/upload-queue.js';
import { createUploadRecord, UploadsRepository } from '../src/uploads/uploads.repository.js';
import { openBench, say } from './app.js';
import { startWorkerProcess } from './processes.js';

const UPLOADS = Number(process.env['UPLOADS'] ?? 24);
/** As many pictures as the worker works on at once; bare sharp gets as many. */
const AT_ONCE = 2;

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

const { get, store, close } = await openBench();

/** Puts bytes and finishes, as gateway and API process do, until the row says that it is ready. */
const upload = async (seed: string): Promise<void> => {
  const ids = { treatmentId: new Types.ObjectId(), diseaseId: new Types.ObjectId() };
  const fields = { type: 'treatment_area', title: 'x', description: '' } as const;
  const record = createUploadRecord(seed, { ...ids, ...fields }, new Date());
  const { uploadId } = record;
  await get(ImagesRepository).insertOnce(record);
  await store.put(stagingKey(uploadId), photograph, 'image/jpeg');
  await get(UploadsRepository).markQueued(uploadId, imageEvent('uploaded', record));
  await get(UploadQueue).add(uploadId);
  while ((await get(UploadsRepository).byUploadId(uploadId))?.state !== 'ready') await pause(50);
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
  await close();
}
