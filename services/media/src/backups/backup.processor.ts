import { AppLogger, toObjectId } from '@ctdb/chassis';
import { JobProcessor } from '@ctdb/chassis/jobs';
import { Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import { InteractiveWork } from '../pictures/memory-limiter.js';
import { RunAbortedError, toRunFailure } from '../runs/run-handler.js';
import { RunsRepository } from '../runs/runs.repository.js';
import { BackupFileStore } from './backup-file-store.js';
import { BACKUP_QUEUE, type BackupJob } from './backup-queue.js';
import { BackupWriter } from './backup-writer.js';

/** A backup gives way to uploads for this long. */
const YIELD_TIMEOUT_MS = 10_000;

/** Creates the backup of an image that has just become ready. */
@Processor(BACKUP_QUEUE, { concurrency: 3 })
export class BackupProcessor extends JobProcessor {
  constructor(
    private readonly images: BackupImagesRepository,
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
    const image = await this.images.find(imageId);
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
