import { AppLogger, toObjectId } from '@ctdb/chassis';
import { JobProcessor } from '@ctdb/chassis/jobs';
import { InjectQueue, Processor } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import type { Types } from 'mongoose';
import { ImagesRepository } from '../images/images.repository.js';
import { InteractiveWork } from '../pictures/memory-limiter.js';
import { RunAbortedError, toRunFailure } from '../runs/run.record.js';
import { RunsRepository } from '../runs/runs.repository.js';
import { BackupFileStore } from './backup-file-store.js';
import { BackupWriter } from './backup-writer.js';

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
    private readonly images: ImagesRepository,
    private readonly logger: AppLogger,
  ) {}

  /** Queues the backups again that Redis has lost, or that failed some time ago. */
  @Interval(RECONCILE_INTERVAL_MS)
  async reconcile(): Promise<void> {
    await this.queue.clean(FAILED_RETENTION_MS, BATCH_SIZE, 'failed');
    await this.add(await this.images.findWithoutBackup(BATCH_SIZE));
  }

  /** Requests the backups of images. Never throws: what is not queued, {@link reconcile} finds in the database. */
  async add(imageIds: readonly Types.ObjectId[]): Promise<void> {
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

/** A backup gives way to uploads for this long. */
const YIELD_TIMEOUT_MS = 10_000;

/** Creates the backup of an image that has just become ready. */
@Processor(BACKUP_QUEUE, { concurrency: 3 })
export class BackupProcessor extends JobProcessor {
  constructor(
    private readonly images: ImagesRepository,
    private readonly writer: BackupWriter,
    private readonly files: BackupFileStore,
    private readonly logs: RunsRepository,
    private readonly interactive: InteractiveWork,
    logger: AppLogger,
  ) {
    super(logger);
  }

  /** Throws if another attempt may help. */
  async process({ data }: Job<BackupJob>): Promise<void> {
    await this.interactive.waitUntilIdle(YIELD_TIMEOUT_MS);
    const imageId = toObjectId(data.imageId);
    const log = { imageId, startTime: new Date(), backupPath: this.files.root };
    const image = await this.images.findReady(imageId);
    if (!image || image.backedUpAt) return;
    try {
      const result = await this.writer.ensureBackup(image);
      if (!result) return;
      if ('repaired' in result) return await this.logs.saveAutomatic(log);
      const failure = toRunFailure(image, result.error);
      await this.logs.saveAutomatic({ ...log, failure, errorMessage: 'incomplete' });
      throw new Error(result.error);
    } catch (error) {
      if (error instanceof RunAbortedError)
        await this.logs.saveAutomatic({ ...log, errorMessage: error.code });
      throw error;
    }
  }
}
