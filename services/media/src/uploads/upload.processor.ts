import { hash } from 'node:crypto';
import { AppLogger, OutboxRelay } from '@ctdb/chassis';
import { JobProcessor } from '@ctdb/chassis/jobs';
import { ObjectNotFoundError, ObjectStore } from '@ctdb/chassis/storage';
import { DomainError, MAX_IMAGE_BYTES } from '@ctdb/contracts';
import { Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { BackupQueue } from '../backups/backup-queue.js';
import { imageEvent, type ImageRecord } from '../images/image.record.js';
import { removeFiles, storeRenditions } from '../images/store-renditions.js';
import { ImageProcessor, type Renditions } from '../pictures/image-processor.js';
import { InteractiveWork } from '../pictures/memory-limiter.js';
import { stagingKey } from '../storage/bucket.js';
import { rejectionCode, toRejectionError } from '../pictures/rejection.js';
import { UPLOAD_QUEUE } from './upload-queue.js';
import { UploadsRepository } from './uploads.repository.js';

/** A picture that killed so many workers is rejected, because it would kill the next one, too. */
const MAX_ATTEMPTS = 5;

/**
 * Turns an uploaded file into an image, or rejects it. Safe to repeat at any point, and in two workers
 * at once: objects are stored under new names, and one write decides which of them count.
 */
@Processor(UPLOAD_QUEUE, {
  // One file is transferred while two are processed; the memory limiter decides how many those are.
  concurrency: 3,
})
export class UploadProcessor extends JobProcessor {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly images: ImageProcessor,
    private readonly backups: BackupQueue,
    private readonly outbox: OutboxRelay,
    private readonly interactive: InteractiveWork,
    logger: AppLogger,
  ) {
    super(logger);
  }

  process({ data }: Job<{ uploadId: string }>): Promise<void> {
    return this.interactive.track(() => this.processUpload(data.uploadId));
  }

  private async processUpload(uploadId: string): Promise<void> {
    const record = await this.uploads.startAttempt(uploadId);
    if (!record) return;
    try {
      if ((record.tries ?? 0) > MAX_ATTEMPTS) throw new DomainError('IMAGE_NOT_SUPPORTED');
      const bytes = await this.read(uploadId);
      await this.finish(record, hash('sha256', bytes), await this.images.process(bytes));
    } catch (error) {
      const code = rejectionCode(error);
      if (!code) {
        await this.uploads.undoAttempt(uploadId);
        throw error;
      }
      this.logger.info('upload rejected', { uploadId, code });
      await this.uploads.reject(uploadId, code);
    }
    // If this fails, the sweeper removes the object.
    await this.store.remove([stagingKey(uploadId)]).catch(() => undefined);
  }

  private async read(uploadId: string): Promise<Buffer> {
    try {
      const bytes = await this.store.readUpTo(stagingKey(uploadId), MAX_IMAGE_BYTES);
      if (!bytes) throw toRejectionError('IMAGE_TOO_LARGE');
      return bytes;
    } catch (error) {
      throw error instanceof ObjectNotFoundError ? new DomainError('UPLOAD_ENDED') : error;
    }
  }

  private async finish(record: ImageRecord, uploadSha256: string, renditions: Renditions) {
    const ready = { ...(await storeRenditions(this.store, renditions)), uploadSha256 };
    const uploaded = { ...(record.uploadedEvent ?? imageEvent('uploaded', record)) };
    uploaded.at = new Date().toISOString();
    if (await this.uploads.finish(record.uploadId, ready, uploaded)) {
      this.outbox.relaySoon();
      await this.backups.add([record._id]);
    } else await removeFiles(this.store, ready.files);
  }
}
