import { setTimeout as pause } from 'node:timers/promises';
import { AppLogger, type MessageContext, serviceUnavailable, toObjectId } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import { DomainError, MAX_IMAGE_BYTES, type Requests } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { CatalogClient } from '../images/catalog-client.js';
import { imageEvent, type ImageRecord, toImage } from '../images/image.record.js';
import { ImagesRepository } from '../images/images.repository.js';
import { stagingKey } from '../storage/bucket.js';
import { toRejectionError } from '../pictures/rejection.js';
import { UploadQueue } from './upload-queue.js';
import { createUploadRecord, UploadsRepository } from './uploads.repository.js';

/**
 * A waiting call pauses between two reads of its upload for a tenth of the time that it has waited, within these
 * limits: a photograph is ready in less than a second, and many calls that wait longer must not burden the database.
 */
const POLL_INTERVAL_MS = { min: 50, max: 250 };
const uploadEnded = () => new DomainError('UPLOAD_ENDED');
/** The reply needs this long to reach the gateway. */
const REPLY_MARGIN_MS = 300;
/** A waiting call queues its upload again this often, because Redis may have lost the job. Tests shorten it. */
export const uploadTiming = { requeueIntervalMs: 3_000 };

/** Uploads from the presigned URL to the ready image. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly queue: UploadQueue,
    private readonly catalog: CatalogClient,
    private readonly logger: AppLogger,
  ) {}

  async begin({ treatmentId, ...fields }: Requests['beginUpload'], { commandId }: MessageContext) {
    const treatment = await this.catalog.findTreatment(treatmentId);
    if (!treatment) throw new DomainError('NOT_FOUND', { kind: 'treatment' });
    const record = createUploadRecord(
      commandId,
      {
        treatmentId: toObjectId(treatment.id),
        diseaseId: toObjectId(treatment.diseaseId),
        ...fields,
      },
      new Date(),
    );
    await this.images.insertOnce(record);
    const { uploadId } = record;
    return { uploadId, putUrl: await this.store.presignPut(stagingKey(uploadId)) };
  }

  /** Returns the image when it is ready. Finishing an upload again gives the same image. */
  async finish(
    { uploadId, bytes }: Requests['finishUpload'],
    { deadline }: Pick<MessageContext, 'deadline'>,
  ) {
    const record = await this.uploads.byUploadId(uploadId);
    if (!record) throw uploadEnded();
    if (record.state === 'staged') await this.enqueue(record, bytes);
    return this.wait(uploadId, deadline);
  }

  /** Returns the image when it is ready, or throws `SERVICE_UNAVAILABLE` shortly before `deadline`. */
  async wait(uploadId: string, deadline: number) {
    const start = Date.now();
    for (let requeueAt = start + uploadTiming.requeueIntervalMs; ;) {
      const record = await this.uploads.byUploadId(uploadId);
      if (!record) throw uploadEnded();
      if (record.state === 'ready') return toImage(record);
      if (record.state === 'refused')
        throw toRejectionError(record.refusal?.code ?? 'IMAGE_NOT_SUPPORTED');
      if (Date.now() > deadline - REPLY_MARGIN_MS) throw serviceUnavailable();
      if (Date.now() > requeueAt) {
        this.logger.warn('upload still in progress', { uploadId });
        await this.queue.add(uploadId);
        requeueAt = Date.now() + uploadTiming.requeueIntervalMs;
      }
      const { min, max } = POLL_INTERVAL_MS;
      await pause(Math.min(max, Math.max(min, (Date.now() - start) / 10)));
    }
  }

  /** Deletes an upload, unless it was finished. */
  async abort(uploadId: string): Promise<void> {
    if (await this.uploads.abort(uploadId)) await this.store.remove([stagingKey(uploadId)]);
  }

  private async enqueue(record: ImageRecord, bytes: number): Promise<void> {
    const { uploadId } = record;
    const length = await this.store.length(stagingKey(uploadId));
    if (length === null) throw uploadEnded();
    if (length !== bytes) {
      await this.abort(uploadId);
      throw length > MAX_IMAGE_BYTES ? toRejectionError('IMAGE_TOO_LARGE') : uploadEnded();
    }
    // The event is created here, where the actor is known, and published when the image is ready.
    const isFirst = await this.uploads.markQueued(uploadId, imageEvent('uploaded', record));
    if (isFirst) await this.queue.add(uploadId);
  }
}
