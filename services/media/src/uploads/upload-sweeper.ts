import { AppLogger } from '@ctdb/chassis';
import { ObjectStore, type ListedObject } from '@ctdb/chassis/storage';
import { Injectable } from '@nestjs/common';
import { DRILL_PREFIX, STAGING_PREFIX, toBatches, toUploadId } from '../storage/bucket.js';
import { OrphanSweeper } from './orphan-sweeper.js';
import { UploadsRepository } from './uploads.repository.js';

const MINUTE_MS = 60_000;
/** Longer than the presigned URL of an upload is valid. */
const STAGED_RETENTION_MS = 15 * MINUTE_MS;
/** A client that asks again gets the same rejection. */
const REJECTED_RETENTION_MS = 24 * 60 * MINUTE_MS;
/** No restore drill needs an object for this long. */
const DRILL_RETENTION_MS = 60 * MINUTE_MS;
const BATCH_SIZE = 300;

/** Removes records and objects of unfinished uploads, of drills whose workers died, and orphans. */
@Injectable()
export class UploadSweeper {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly orphaned: OrphanSweeper,
    private readonly logger: AppLogger,
  ) {}

  /** One run; safe in several processes at once. */
  async run(now = new Date()): Promise<void> {
    const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    const records =
      (await this.uploads.deleteOlderThan('staged', before(STAGED_RETENTION_MS))) +
      (await this.uploads.deleteOlderThan('refused', before(REJECTED_RETENTION_MS)));
    const staged = await this.sweep(STAGING_PREFIX, before(STAGED_RETENTION_MS), async (batch) => {
      const needed = await this.uploads.findUnprocessed(batch.map(({ key }) => toUploadId(key)));
      return batch.filter(({ key }) => !needed.has(toUploadId(key)));
    });
    const orphans = await this.orphaned.run(now);
    const drilled = await this.sweep(DRILL_PREFIX, before(DRILL_RETENTION_MS), (batch) =>
      Promise.resolve(batch),
    );
    if (records + staged + orphans + drilled > 0)
      this.logger.info('expired uploads deleted', { records, staged, orphans, drilled });
  }

  private async sweep(
    prefix: string,
    moment: Date,
    unwanted: (batch: ListedObject[]) => Promise<ListedObject[]>,
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
}
