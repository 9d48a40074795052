import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Types } from 'mongoose';
import { ImageBackups } from '../images/image-backups.js';
import type { ImageRecord } from '../images/image.schema.js';
import { Queues } from '../queues/queues.js';
import { BackupFileStore } from './backup-file-store.js';
import { BackupsRepository } from './backups.repository.js';

/** Name of the queue of automatic backups. */
export const BACKUP_QUEUE = 'backup';

/** Which image is to be backed up. */
export interface BackupJob {
  imageId: string;
}

/** A failed one stays on the queue for so long, so that it is not tried again all the time; ms. */
const REST_MS = 600_000;
const MOST_CLEANED = 1_000;
const RETRIES = { attempts: 4, backoff: { type: 'exponential', delay: 1_000 } } as const;

/** Puts images on the queue of automatic backups; one that is on it already stays as it is. */
@Injectable()
export class BackupQueue {
  private readonly queue: Queue<BackupJob, void, string>;

  constructor(
    queues: Queues,
    private readonly logger: AppLogger,
  ) {
    this.queue = queues.queue<BackupJob>(BACKUP_QUEUE);
  }

  /** A queue that is away is no fault: the reconciler goes by the database. */
  async add(imageIds: readonly Types.ObjectId[]): Promise<void> {
    const jobs = imageIds.map((id) => {
      const imageId = id.toHexString();
      const opts = { jobId: `image-${imageId}`, removeOnFail: false, ...RETRIES };
      return { name: 'backup', data: { imageId }, opts };
    });
    try {
      await this.queue.addBulk(jobs);
    } catch (error) {
      this.logger.warn('backups wait for their queue', error);
    }
  }

  /** Lets those be tried again that failed some time ago. */
  async forgive(): Promise<void> {
    await this.queue.clean(REST_MS, MOST_CLEANED, 'failed');
  }
}

/** What images ask of their backups, by a queue and the folder. */
@Injectable()
export class QueuedImageBackups extends ImageBackups {
  constructor(
    private readonly queue: BackupQueue,
    private readonly folder: BackupFileStore,
    private readonly backups: BackupsRepository,
  ) {
    super();
  }

  override async request(imageId: Types.ObjectId): Promise<void> {
    await this.queue.add([imageId]);
  }

  override async remove(image: ImageRecord): Promise<void> {
    // A worker that died may have left a file of which there is no row, or another one.
    if (image.files) await this.folder.remove(this.folder.pathOf(image, image.files.master));
    const backup = await this.backups.of(image._id);
    if (!backup) return;
    // The row last: where the file stays, the next try finds it by the row.
    await this.folder.remove(backup.backupPath);
    await this.backups.remove(image._id);
  }
}
