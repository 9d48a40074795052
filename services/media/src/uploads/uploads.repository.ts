import {
  CollectionRepository,
  deterministicId,
  deterministicUuid,
  newRecord,
  type OutboxEntry,
} from '@ctdb/chassis';
import type { Requests } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { ImageRecord, type ImageState } from '../images/image.record.js';
import type { RejectionCode } from '../pictures/rejection.js';
import type { ReadyFields } from '../images/store-renditions.js';

/** Fields that only an unfinished upload has. */
const UPLOAD_ONLY_FIELDS = { queuedAt: 1, tries: 1, uploadedEvent: 1 } as const;

const UNFINISHED: ImageState[] = ['staged', 'processing'];

/** Images before they are ready, in the collection `images`. */
@Injectable()
export class UploadsRepository extends CollectionRepository<ImageRecord> {
  constructor(@InjectModel(ImageRecord.name) model: Model<ImageRecord>) {
    super(model);
  }

  byUploadId(uploadId: string): Promise<ImageRecord | null> {
    return this.findOne({ uploadId });
  }

  /** Hands the stored bytes to the worker. False if that was done before. */
  async markQueued(uploadId: string, uploadedEvent: OutboxEntry) {
    const { modifiedCount } = await this.updateOne(
      { uploadId, state: 'staged' },
      { $set: { state: 'processing', uploadedEvent, queuedAt: new Date() } },
    );
    return modifiedCount > 0;
  }

  /** Counts an attempt; null if nothing is left to do. */
  startAttempt(uploadId: string): Promise<ImageRecord | null> {
    return this.findOneAndUpdate({ uploadId, state: 'processing' }, { $inc: { tries: 1 } });
  }

  /** The attempt does not count, because the picture did not cause its error. */
  async undoAttempt(uploadId: string): Promise<void> {
    await this.updateOne({ uploadId, state: 'processing' }, { $inc: { tries: -1 } });
  }

  /** The single write that creates the image. False if another worker was first. */
  async finish(
    uploadId: string,
    ready: ReadyFields & Pick<ImageRecord, 'uploadSha256'>,
    uploaded: OutboxEntry,
  ): Promise<boolean> {
    const { modifiedCount } = await this.updateOne(
      { uploadId, state: 'processing' },
      {
        $set: { ...ready, state: 'ready', updatedAt: new Date() },
        $unset: UPLOAD_ONLY_FIELDS,
        $push: { outbox: uploaded },
      },
    );
    return modifiedCount > 0;
  }

  /** Stores the reason for clients that ask again. */
  async reject(uploadId: string, code: RejectionCode): Promise<void> {
    await this.updateOne(
      { uploadId, state: { $in: UNFINISHED } },
      {
        $set: { state: 'refused', refusal: { code }, updatedAt: new Date() },
        $unset: UPLOAD_ONLY_FIELDS,
      },
    );
  }

  /** Deletes an unfinished upload. */
  async abort(uploadId: string): Promise<boolean> {
    return (await this.deleteMany({ uploadId, state: 'staged' })) > 0;
  }

  /** Uploads that wait for the worker since before `moment`. */
  async waitingSince(moment: Date, limit: number): Promise<string[]> {
    const options = { projection: { uploadId: 1 }, sort: { _id: 1 }, limit } as const;
    const waiting = { state: 'processing', queuedAt: { $lt: moment } } as const;
    const found = await this.findMany(waiting, options);
    return found.map(({ uploadId }) => uploadId);
  }

  /** Deletes uploads in a state that have not changed since `moment`. */
  deleteOlderThan(state: 'staged' | 'refused', moment: Date): Promise<number> {
    return this.deleteMany({ state, updatedAt: { $lt: moment } });
  }

  /** The uploads among these that still need their staged bytes. */
  async findUnprocessed(uploadIds: readonly string[]): Promise<Set<string>> {
    const unfinished = { uploadId: { $in: uploadIds }, state: { $in: UNFINISHED } };
    const found = await this.findMany(unfinished, { projection: { uploadId: 1 } });
    return new Set(found.map(({ uploadId }) => uploadId));
  }

  /** The keys of all objects of images with these names. */
  async findObjectKeys(filenames: readonly string[]): Promise<Set<string>> {
    const filter = { filename: { $in: filenames } };
    const found = await this.findMany(filter, { projection: { files: 1 } });
    const files = found.flatMap(({ files }) => (files ? Object.values(files) : []));
    return new Set(files.map(({ key }) => key));
  }

  /** Whether there is any image, in the trash or not. */
  async hasImages(): Promise<boolean> {
    return (await this.model.exists({ state: 'ready' })) !== null;
  }
}

type UploadInput = Pick<ImageRecord, keyof Requests['beginUpload'] | 'diseaseId' | 'isSample'>;

/** The record of a new upload. The same seed gives the same upload. */
export const createUploadRecord = (seed: string, given: UploadInput, now: Date): ImageRecord => {
  const uploadId = deterministicUuid('upload', seed);
  return {
    ...newRecord(deterministicId('image', seed), now),
    uploadId,
    state: 'staged',
    ...given,
    updatedAt: now,
    backedUpAt: null,
    deletedWith: null,
  };
};
