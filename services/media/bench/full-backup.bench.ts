import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { toObjectId } from '@ctdb/chassis';
import pMap from 'p-map';
import type { ImageRecord } from '../src/images/image.record.js';
import { RunsRepository } from '../src/runs/runs.repository.js';
import { RunsService } from '../src/runs/runs.service.js';
import { openBench, say } from './app.js';
import { startWorkerProcess } from './processes.js';
import { sampleImage } from './samples.js';

const IMAGES = Number(process.env['IMAGES'] ?? 10_000);
const AT_ONCE = 6;

const { get, store, mongo, folder, close } = await openBench();

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
  const runs = get(RunsRepository);
  const id = toObjectId((await get(RunsService).start({ type: 'full' })).id);
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

await close();
