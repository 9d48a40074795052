import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MONGO } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  admin,
  rpcCaller,
  ServiceProcess,
  startTestService,
  testEnv,
  type RpcCaller,
  type TestEnv,
  type TestService,
} from '@ctdb/chassis/testing';
import { beginUpload, finishUpload, type Image } from '@ctdb/contracts';
import { beforeAll } from 'vitest';
import type { Collection, Connection } from 'mongoose';
import type { ImageRecord } from '../../src/images/image.schema.js';
import { MediaModule } from '../../src/media.module.js';
import { WorkerModule } from '../../src/worker.module.js';
import { StandInCatalog, StandInCatalogModule } from './catalog.js';
import './short-intervals.js';

/** What the worker of a test file is: inside the test's process, a process of its own, or none. */
export type WorkerKind = 'inside' | 'process' | 'none';

/** A running media service with a bucket and a database of its own. */
export interface TestMedia {
  readonly env: TestEnv;
  service: TestService;
  worker: TestService;
  process: ServiceProcess;
  catalog: StandInCatalog;
  store: ObjectStore;
  call: RpcCaller;
  readonly images: Collection<ImageRecord>;
  /** Opens an upload for a new treatment, or this one. */
  begin(treatmentId?: string): Promise<{ uploadId: string; putUrl: string; treatmentId: string }>;
  /** The whole way of an upload. */
  upload(bytes: Buffer, treatmentId?: string): Promise<Image>;
  keys(prefix?: string): Promise<string[]>;
}

/** A worker in a process of its own. */
export const workerProcess = (env: TestEnv): ServiceProcess =>
  new ServiceProcess(env, 'media/src/worker.ts', {
    preload: 'media/test/support/short-intervals.ts',
  });

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

const mediaEnv = (extra: Record<string, string>): TestEnv => {
  const bucket = `test-${randomBytes(6).toString('hex')}`;
  return testEnv({
    S3_BUCKET: bucket,
    BACKUP_DIR: join(tmpdir(), bucket),
    SEED_SAMPLE_DATA: 'false',
    ...extra,
  });
};

const removeTraces = (media: TestMedia): void => {
  media.env.onEnd(async () => {
    for await (const { key } of media.store.list('')) await media.store.remove([key]);
    await rm(process.env['BACKUP_DIR'] ?? '', { recursive: true, force: true });
  });
};

/** Starts media for a test file; use what it gives inside of tests only. */
export const testMedia = (kind: WorkerKind, extra: Record<string, string> = {}): TestMedia => {
  const env = mediaEnv(extra);
  const media = {
    env,
    get images() {
      return media.service.get<Connection>(MONGO).collection<ImageRecord>('images');
    },
    begin: async (treatmentId) => {
      const id = treatmentId ?? media.catalog.add().id;
      const opened = await media.call(beginUpload, { treatmentId: id, title: 'Left arm' });
      return { ...opened, treatmentId: id };
    },
    upload: async (bytes, treatmentId) => {
      const { uploadId, putUrl } = await media.begin(treatmentId);
      await put(putUrl, bytes);
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
    removeTraces(media);
    if (kind === 'inside') media.worker = await startTestService(WorkerModule, env);
    media.process = workerProcess(env);
    if (kind === 'process') await media.process.start();
    media.call = await rpcCaller(admin(), env);
  }, 60_000);
  return media;
};
