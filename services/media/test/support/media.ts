import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MONGO, toObjectId } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  admin,
  rpcCaller,
  ServiceProcess,
  sharedTestEnv,
  startTestService,
  testEnv,
  waitUntil,
  type RpcCaller,
  type TestEnv,
  type TestService,
} from '@ctdb/chassis/testing';
import { beginUpload, finishUpload, getMediaQueues, type Image } from '@ctdb/contracts';
import { beforeAll, vi } from 'vitest';
import type { Collection, Connection } from 'mongoose';
import type { ImageRecord } from '../../src/images/image.record.js';
import { MediaModule } from '../../src/media.module.js';
import { WorkerModule } from '../../src/worker.module.js';
import { StandInCatalog, StandInCatalogModule } from './catalog.js';
import '../../src/testing/short-intervals.js';

/**
 * What media of a test file is: one that files share, emptied at the start of each of them, or an own one, whose
 * worker is inside the test's process, or none.
 */
export type MediaKind = 'shared' | 'inside' | 'none';

/** A running media service with an empty bucket and an empty database. */
export interface TestMedia {
  readonly env: TestEnv;
  service: TestService;
  worker: TestService;
  catalog: StandInCatalog;
  store: ObjectStore;
  call: RpcCaller;
  readonly images: Collection<ImageRecord>;
  /** Changes an image, past the service. */
  set(id: string, fields: Partial<ImageRecord>): Promise<unknown>;
  /** Opens an upload for a new treatment, or this one. */
  begin(treatmentId?: string): Promise<{ uploadId: string; putUrl: string; treatmentId: string }>;
  /** Opens an upload, and puts these bytes where it awaits them. */
  stage(bytes: Buffer, treatmentId?: string): ReturnType<TestMedia['begin']>;
  /** The whole way of an upload. */
  upload(bytes: Buffer, treatmentId?: string): Promise<Image>;
  keys(prefix?: string): Promise<string[]>;
}

/** A worker in a process of its own. */
export const workerProcess = (env: TestEnv): ServiceProcess =>
  new ServiceProcess(env, 'media/dist/testing/worker.program.js');

/** Puts bytes where an upload awaits them, as the gateway does. */
export const put = async (url: string, bytes: Buffer, type = 'image/jpeg'): Promise<void> => {
  const headers = { 'content-type': type };
  const { ok, status } = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers });
  if (!ok) throw new Error(`the storage answered ${status}`);
};

/** Finishes as a client does that asks again while the service says it cannot now. */
export const finished = async (
  { call }: TestMedia,
  uploadId: string,
  bytes: number,
): Promise<Image> => {
  for (let tries = 0; tries < 5; tries += 1) {
    try {
      return await call(finishUpload, { uploadId, bytes });
    } catch (error) {
      if ((error as { code?: string }).code !== 'SERVICE_UNAVAILABLE') throw error;
    }
  }
  throw new Error('the image did not become ready');
};

const newBucket = () => `test-${randomBytes(6).toString('hex')}`;
const sharedBucket = newBucket();

const mediaEnv = (kind: MediaKind, extra: Record<string, string>): TestEnv => {
  const bucket = kind === 'shared' ? sharedBucket : newBucket();
  const open = kind === 'shared' ? sharedTestEnv : testEnv;
  const folder = join(tmpdir(), bucket);
  return open({ S3_BUCKET: bucket, BACKUP_DIR: folder, SEED_SAMPLE_DATA: 'false', ...extra });
};

const removeTraces = async (media: TestMedia): Promise<void> => {
  await media.store.remove(await media.keys());
  await rm(process.env['BACKUP_DIR'] ?? '', { recursive: true, force: true });
};

/** Removes what the file before has left, once its jobs are done. */
const empty = async (media: TestMedia): Promise<void> => {
  await waitUntil(async () => {
    const { queues } = await media.call(getMediaQueues, {});
    return queues.every(({ waiting, active }) => waiting + active === 0);
  }, 'the file before has left jobs');
  for (const name of ['images', 'image_backups', 'backup_logs'])
    await waitUntil(async () => {
      const collection = media.service.get<Connection>(MONGO).collection(name);
      // FerretDB deletes no record whose outbox is being emptied.
      await collection.deleteMany({});
      return (await collection.countDocuments()) === 0;
    }, `${name} does not become empty`);
  media.catalog.samples = [];
  await removeTraces(media);
};

/** Starts media for a test file; use what it gives inside of tests only. */
export const testMedia = (
  kind: MediaKind = 'shared',
  extra: Record<string, string> = {},
): TestMedia => {
  const env = mediaEnv(kind, extra);
  const media = {
    env,
    get images() {
      return media.service.get<Connection>(MONGO).collection<ImageRecord>('images');
    },
    set: (id, fields) => media.images.updateOne({ _id: toObjectId(id) }, { $set: fields }),
    begin: async (treatmentId) => {
      const id = treatmentId ?? media.catalog.add().id;
      const opened = await media.call(beginUpload, { treatmentId: id, title: 'Left arm' });
      return { ...opened, treatmentId: id };
    },
    stage: async (bytes, treatmentId) => {
      const opened = await media.begin(treatmentId);
      await put(opened.putUrl, bytes);
      return opened;
    },
    upload: async (bytes, treatmentId) => {
      const { uploadId } = await media.stage(bytes, treatmentId);
      return media.call(finishUpload, { uploadId, bytes: bytes.length });
    },
    keys: async (prefix = '') => {
      const keys: string[] = [];
      for await (const { key } of media.store.list(prefix)) keys.push(key);
      return keys;
    },
  } as TestMedia;
  beforeAll(async () => {
    media.catalog = (await startTestService(StandInCatalogModule, env)).get(StandInCatalog);
    media.service = await startTestService(MediaModule, env);
    media.store = media.service.get(ObjectStore);
    await media.store.ensureBucket();
    env.onEnd(() => removeTraces(media));
    env.onEnd(async () => vi.restoreAllMocks());
    if (kind !== 'none') media.worker = await startTestService(WorkerModule, env);
    media.call = await rpcCaller(admin(), env);
    if (kind === 'shared') await empty(media);
  }, 60_000);
  return media;
};
