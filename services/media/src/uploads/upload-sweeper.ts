import { AppLogger } from '@ctdb/chassis';
import { ObjectStore, type ListedObject } from '@ctdb/chassis/storage';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { formatInfo } from '../pictures/inspect-image.js';
import { DRILL_PREFIX, IMAGES_PREFIX, STAGING_PREFIX, toUploadId } from '../storage/bucket.js';
import { UploadsRepository } from './uploads.repository.js';

/** The objects of images in the bucket. */
export interface OrphanScan {
  /** Old objects that no record names. */
  orphans: number;
  objects: number;
  hasImages: boolean;
}

/** Killed workers leave some behind. */
const MAX_ORPHANS = 20;
const MAX_ORPHAN_SHARE = 0.01;

/** More orphans than this mean that the database does not belong to the bucket. */
export const isSafeToDelete = ({ orphans, objects, hasImages }: OrphanScan): boolean =>
  hasImages && (orphans <= MAX_ORPHANS || orphans <= objects * MAX_ORPHAN_SHARE);

const MINUTE_MS = 60_000;
const SWEEP_INTERVAL_MS = 15 * MINUTE_MS;
/** Longer than the presigned URL of an upload is valid. */
const STAGED_RETENTION_MS = 15 * MINUTE_MS;
/** A client that asks again gets the same rejection. */
const REJECTED_RETENTION_MS = 24 * 60 * MINUTE_MS;
/** No restore drill needs an object for this long. */
const DRILL_RETENTION_MS = 60 * MINUTE_MS;
/** As long as the trash: time to notice that the database does not belong to the bucket. */
const ORPHAN_RETENTION_MS = 30 * 24 * 60 * MINUTE_MS;
const BATCH_SIZE = 300;
/** The rest waits for the next run, so that memory does not grow. */
const MAX_DELETIONS = 10 * BATCH_SIZE;

const extensions = Object.values(formatInfo).map(({ extension }) => extension);

/** The names that the image of an object may be served by. */
const toFilenames = ({ key }: ListedObject): string[] => {
  const name = key.slice(IMAGES_PREFIX.length).split('/')[0] ?? '';
  return extensions.map((extension) => `${name}.${extension}`);
};

/** Arrays of `size` items; the last one may be shorter. */
async function* toBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Removes records and objects of unfinished uploads, of drills whose workers died, and orphans. */
@Injectable()
export class UploadSweeper {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly logger: AppLogger,
  ) {}

  /** One run; safe in several processes at once. */
  @Interval(SWEEP_INTERVAL_MS)
  async run(now = new Date()): Promise<void> {
    const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    const records =
      (await this.uploads.deleteOlderThan('staged', before(STAGED_RETENTION_MS))) +
      (await this.uploads.deleteOlderThan('refused', before(REJECTED_RETENTION_MS)));
    const staged = await this.sweep(STAGING_PREFIX, before(STAGED_RETENTION_MS), async (batch) => {
      const needed = await this.uploads.findUnprocessed(batch.map(({ key }) => toUploadId(key)));
      return batch.filter(({ key }) => !needed.has(toUploadId(key)));
    });
    const orphans = await this.sweepOrphans(before(ORPHAN_RETENTION_MS));
    const drilled = await this.sweep(DRILL_PREFIX, before(DRILL_RETENTION_MS));
    if (records + staged + orphans + drilled > 0)
      this.logger.info('expired uploads deleted', { records, staged, orphans, drilled });
  }

  /** Removes the old objects of a folder that are `unwanted`. */
  private async sweep(
    prefix: string,
    moment: Date,
    unwanted = async (batch: ListedObject[]) => batch,
  ): Promise<number> {
    let removed = 0;
    for await (const batch of toBatches(this.store.list(prefix), BATCH_SIZE)) {
      const old = batch.filter(({ modifiedAt }) => modifiedAt < moment);
      const keys = (await unwanted(old)).map(({ key }) => key);
      await this.store.remove(keys);
      removed += keys.length;
    }
    return removed;
  }

  /**
   * Removes objects of images that no record names. With a wrong database those would be the masters:
   * if there are too many, it removes none and logs an error.
   */
  private async sweepOrphans(moment: Date): Promise<number> {
    const keys: string[] = [];
    let orphans = 0;
    let objects = 0;
    for await (const batch of toBatches(this.store.list(IMAGES_PREFIX), BATCH_SIZE)) {
      objects += batch.length;
      const old = batch.filter(({ modifiedAt }) => modifiedAt < moment);
      const named = await this.uploads.findObjectKeys([...new Set(old.flatMap(toFilenames))]);
      const nameless = old.filter(({ key }) => !named.has(key));
      orphans += nameless.length;
      keys.push(...nameless.slice(0, MAX_DELETIONS - keys.length).map(({ key }) => key));
    }
    if (orphans === 0) return 0;
    const hasImages = await this.uploads.hasImages();
    if (!isSafeToDelete({ orphans, objects, hasImages })) {
      this.logger.error(
        'too many orphaned objects, nothing deleted: check that this is the right database',
        { orphans, objects },
      );
      return 0;
    }
    for (let at = 0; at < keys.length; at += BATCH_SIZE)
      await this.store.remove(keys.slice(at, at + BATCH_SIZE));
    return keys.length;
  }
}
