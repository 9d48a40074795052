import { AppLogger, OutboxRelay, purgeCutoff } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Types } from 'mongoose';
import { BackupWriter } from '../backups/backup-writer.js';
import { CatalogClient } from '../images/catalog-client.js';
import { imageEvent, type ImageRecord } from '../images/image.record.js';
import { ImagesRepository } from '../images/images.repository.js';
import { stagingKey } from '../storage/bucket.js';

const BATCH_SIZE = 100;
const PURGE_INTERVAL_MS = 600_000;
/** Time after the retention of a disease until its state is read from the catalog. */
const MISSED_EVENT_TIMEOUT_MS = 7 * 86_400_000;

/**
 * Purges expired images in two steps. The first one stores the event in the record. When the event is
 * published, the second one removes objects, backups and at last the record. The next run repeats
 * what failed.
 */
@Injectable()
export class PurgeService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly catalog: CatalogClient,
    private readonly store: ObjectStore,
    private readonly backups: BackupWriter,
    private readonly outbox: OutboxRelay,
    private readonly logger: AppLogger,
  ) {}

  /** One run; safe in several processes at once. */
  @Interval(PURGE_INTERVAL_MS)
  async run(now = new Date()): Promise<void> {
    const cutoff = purgeCutoff(now);
    await this.finishAll();
    await this.reconcileDiseases(new Date(cutoff.getTime() - MISSED_EVENT_TIMEOUT_MS));
    for (;;) {
      const due = await this.images.findExpired(cutoff, BATCH_SIZE);
      if (due.length === 0) break;
      for (const each of due) {
        const entry = imageEvent('purged', each);
        await this.images.startPurge(each._id, cutoff, entry, now);
      }
      this.outbox.relaySoon();
    }
  }

  /**
   * The catalog publishes when a deleted disease is restored or purged. If neither event came in all
   * the time that either may take, the state is read: no image is deleted because an event was lost.
   */
  private async reconcileDiseases(cutoff: Date): Promise<void> {
    for (const id of await this.images.findUnconfirmedDiseases(cutoff)) {
      const diseaseId = id.toHexString();
      try {
        const state = await this.catalog.getDiseaseState(diseaseId);
        if (state === 'deleted') continue;
        this.logger.warn('missed disease event, reading the state from the catalog', {
          diseaseId,
          state,
        });
        if (state === 'live') await this.images.restoreWithDisease(id);
        else await this.images.markForPurge(id);
      } catch (error) {
        this.logger.warn('reading the disease state from the catalog failed', error);
        return;
      }
    }
  }

  private async finishAll(): Promise<void> {
    let last: Types.ObjectId | undefined;
    let images = 0;
    for (;;) {
      const purging = await this.images.findPurging(last, BATCH_SIZE);
      for (const each of purging) await this.remove(each);
      images += purging.length;
      last = purging.at(-1)?._id;
      if (!last) break;
    }
    if (images > 0) this.logger.info('expired images purged', { images });
  }

  private async remove(record: ImageRecord): Promise<void> {
    const { files, state, uploadId } = record;
    const keys = files ? Object.values(files).map(({ key }) => key) : [];
    // The record is removed last, so that remaining files can be found by it.
    await this.store.remove(state === 'ready' ? keys : [...keys, stagingKey(uploadId)]);
    await this.backups.remove(record);
    await this.images.remove(record._id);
  }
}
