import { AppLogger } from '@ctdb/chassis';
import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Queue } from 'bullmq';
import type { Types } from 'mongoose';
import { BackupImagesRepository } from '../images/backup-images.repository.js';

/** Name of the queue of automatic backups. */
export const BACKUP_QUEUE = 'backup';

export interface BackupJob {
  imageId: string;
}

/** A failed job stays on the queue for this long, and is not tried again meanwhile. */
const FAILED_RETENTION_MS = 600_000;
const BATCH_SIZE = 1_000;
const RECONCILE_INTERVAL_MS = 30_000;
const RETRIES = { attempts: 4, backoff: { type: 'exponential', delay: 1_000 } } as const;

/** Queues automatic backups; one that is queued already stays as it is. */
@Injectable()
export class BackupQueue {
  constructor(
    @InjectQueue(BACKUP_QUEUE) private readonly queue: Queue<BackupJob>,
    private readonly images: BackupImagesRepository,
    private readonly logger: AppLogger,
  ) {}

  /** Requests the backup of an image that has just become ready. */
  async request(imageId: Types.ObjectId): Promise<void> {
    await this.add([imageId]);
  }

  /** Queues the backups again that Redis has lost, or that failed some time ago. */
  @Interval(RECONCILE_INTERVAL_MS)
  async reconcile(): Promise<void> {
    await this.queue.clean(FAILED_RETENTION_MS, BATCH_SIZE, 'failed');
    await this.add(await this.images.findWithoutBackup(BATCH_SIZE));
  }

  private async add(imageIds: readonly Types.ObjectId[]): Promise<void> {
    const jobs = imageIds.map((id) => {
      const imageId = id.toHexString();
      const opts = { jobId: `image-${imageId}`, removeOnComplete: true, ...RETRIES };
      return { name: 'backup', data: { imageId }, opts };
    });
    try {
      await this.queue.addBulk(jobs);
    } catch (error) {
      this.logger.warn('queueing backups failed, the reconciler will retry', error);
    }
  }
}
