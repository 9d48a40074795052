import { AppLogger, unavailable, type MessageContext } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  DomainError,
  MAX_IMAGE_BYTES,
  type beginUpload,
  type finishUpload,
  type Image,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { CatalogClient } from '../images/catalog-client.js';
import { ImageEvents } from '../images/image-events.js';
import type { ImageRecord } from '../images/image.schema.js';
import { toImage } from '../images/images.mapper.js';
import { tooLarge } from '../pictures/inspect-image.js';
import { stagingKey } from '../storage/object-keys.js';
import { toRejectionError } from './rejection.js';
import { UploadQueue } from './upload-queue.js';
import { UploadWaiter } from './upload-waiter.js';
import { createUploadRecord, UploadsRepository } from './uploads.repository.js';

const ended = () => new DomainError('UPLOAD_ENDED');
/** The answer must still travel; milliseconds. */
const LAST_MOMENT_MS = 300;
/** How often somebody who waits puts the upload on its queue again, in case that was emptied; milliseconds. */
const REMIND_MS = 3_000;

/** Uploads, from the request for a place until the image is ready. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly queue: UploadQueue,
    private readonly room: UploadWaiter,
    private readonly catalog: CatalogClient,
    private readonly events: ImageEvents,
    private readonly logger: AppLogger,
  ) {}

  async begin(
    { treatmentId, type, title, description }: RequestOf<typeof beginUpload>,
    { commandId }: MessageContext,
  ): Promise<ReplyOf<typeof beginUpload>> {
    const treatment = await this.catalog.findTreatment(treatmentId);
    if (!treatment) throw new DomainError('NOT_FOUND', { kind: 'treatment' });
    const record = createUploadRecord(
      commandId,
      {
        treatmentId: Types.ObjectId.createFromHexString(treatment.id),
        diseaseId: Types.ObjectId.createFromHexString(treatment.diseaseId),
        type,
        title,
        description,
      },
      new Date(),
    );
    await this.uploads.begin(record);
    const { uploadId } = record;
    return { uploadId, putUrl: await this.store.presignPut(stagingKey(uploadId)) };
  }

  /** Answers when the image is ready; the same upload finished again answers the same image. */
  async finish(
    { uploadId, bytes }: RequestOf<typeof finishUpload>,
    { deadline }: Pick<MessageContext, 'deadline'>,
  ): Promise<Image> {
    const record = await this.uploads.byUploadId(uploadId);
    if (!record) throw ended();
    if (record.state === 'staged') await this.enqueue(record, bytes);
    return this.wait(uploadId, deadline);
  }

  /** Answers when the image of a finished upload is ready; `SERVICE_UNAVAILABLE` shortly before `deadline`. */
  wait(uploadId: string, deadline: number): Promise<Image> {
    return this.outcome(uploadId, deadline - LAST_MOMENT_MS);
  }

  /** Throws away what was put; an upload that was finished stays. */
  async abort(uploadId: string): Promise<void> {
    if (await this.uploads.abort(uploadId)) await this.store.remove([stagingKey(uploadId)]);
  }

  private async enqueue(record: ImageRecord, bytes: number): Promise<void> {
    const { uploadId } = record;
    const length = await this.store.length(stagingKey(uploadId));
    if (length === null) throw ended();
    if (length !== bytes) {
      await this.abort(uploadId);
      throw length > MAX_IMAGE_BYTES ? tooLarge() : ended();
    }
    // Worded here, where it is known who uploads; told when the image is ready.
    const isFirst = await this.uploads.queue(uploadId, bytes, this.events.uploaded(record));
    if (isFirst) await this.queue.add(uploadId);
  }

  private async outcome(uploadId: string, end: number): Promise<Image> {
    for (let reminder = Date.now() + REMIND_MS; ;) {
      const record = await this.uploads.byUploadId(uploadId);
      if (!record) throw ended();
      if (record.state === 'ready') return toImage(record);
      if (record.state === 'refused')
        throw toRejectionError(record.refusal?.code ?? 'IMAGE_NOT_SUPPORTED');
      if (Date.now() > end) throw unavailable();
      if (Date.now() > reminder) {
        this.logger.warn('an upload takes long', { uploadId });
        await this.queue.add(uploadId);
        reminder = Date.now() + REMIND_MS;
      }
      await this.room.nap(uploadId);
    }
  }
}
