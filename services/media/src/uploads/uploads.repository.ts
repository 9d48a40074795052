import { isDuplicateKey, MONGO, type OutboxEntry } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Model, Types } from 'mongoose';
import {
  imageModel,
  type ImageRecord,
  type RejectionCode,
  type StoredFiles,
} from '../images/image.schema.js';
import type { ReadyFields } from '../images/store-renditions.js';
import { stagingKey } from '../storage/object-keys.js';
import { derivedId, derivedUuid } from '../store/command-mark.js';

/** Fields that only an unfinished upload has. */
const UPLOAD_ONLY_FIELDS = {
  stagingKey: 1,
  stagedBytes: 1,
  queuedAt: 1,
  tries: 1,
  uploadedEvent: 1,
} as const;

/** Images before they are ready, in the collection `images`. */
@Injectable()
export class UploadsRepository {
  private readonly model: Model<ImageRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = imageModel(connection);
  }

  async byUploadId(uploadId: string): Promise<ImageRecord | null> {
    return this.model.findOne({ uploadId }).lean<ImageRecord>().exec();
  }

  /** Stores a new upload; a redelivered command meets its first one. */
  async begin(record: ImageRecord): Promise<void> {
    try {
      await this.model.create(record);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** The bytes are there: from now on the worker is to judge them. False where that was known. */
  async markQueued(
    uploadId: string,
    stagedBytes: number,
    uploadedEvent: OutboxEntry,
  ): Promise<boolean> {
    const { modifiedCount } = await this.model.updateOne(
      { uploadId, state: 'staged' },
      { $set: { state: 'processing', stagedBytes, uploadedEvent, queuedAt: new Date() } },
    );
    return modifiedCount > 0;
  }

  /** Counts one more beginning of the work; null where there is nothing (more) to do. */
  async startAttempt(uploadId: string): Promise<ImageRecord | null> {
    return this.model
      .findOneAndUpdate(
        { uploadId, state: 'processing' },
        { $inc: { tries: 1 } },
        { returnDocument: 'after' },
      )
      .lean<ImageRecord>()
      .exec();
  }

  /** The work ended with a fault that was not the picture's: this beginning does not count. */
  async undoAttempt(uploadId: string): Promise<void> {
    await this.model.updateOne({ uploadId, state: 'processing' }, { $inc: { tries: -1 } });
  }

  /** The one moment when an image comes into being. False where somebody else was first. */
  async finish(uploadId: string, ready: ReadyFields, uploaded: OutboxEntry): Promise<boolean> {
    const { modifiedCount } = await this.model.updateOne(
      { uploadId, state: 'processing' },
      {
        $set: { ...ready, state: 'ready', updatedAt: new Date() },
        $unset: UPLOAD_ONLY_FIELDS,
        $push: { outbox: uploaded },
      },
    );
    return modifiedCount > 0;
  }

  /** Remembers, for whoever asks again, why an upload was not taken. */
  async reject(uploadId: string, code: RejectionCode): Promise<void> {
    await this.model.updateOne(
      { uploadId, state: { $in: ['staged', 'processing'] } },
      {
        $set: { state: 'refused', refusal: { code }, updatedAt: new Date() },
        $unset: UPLOAD_ONLY_FIELDS,
      },
    );
  }

  /** Forgets an upload that nobody has finished. */
  async abort(uploadId: string): Promise<boolean> {
    const { deletedCount } = await this.model.deleteOne({ uploadId, state: 'staged' });
    return deletedCount > 0;
  }

  /** Uploads that have been waiting to be judged since before `moment`. */
  async waitingSince(moment: Date, limit: number): Promise<string[]> {
    const found = await this.model
      .find({ state: 'processing', queuedAt: { $lt: moment } })
      .select('uploadId')
      .sort({ _id: 1 })
      .limit(limit)
      .lean<{ uploadId: string }[]>()
      .exec();
    return found.map(({ uploadId }) => uploadId);
  }

  /** Removes uploads of that state that nobody has touched since `moment`. */
  async deleteOlderThan(state: 'staged' | 'refused', moment: Date): Promise<number> {
    const { deletedCount } = await this.model.deleteMany({ state, updatedAt: { $lt: moment } });
    return deletedCount;
  }

  /** The uploads among these whose bytes are still awaited or needed. */
  async findUnprocessed(uploadIds: readonly string[]): Promise<Set<string>> {
    const found = await this.model
      .find({ uploadId: { $in: uploadIds }, state: { $in: ['staged', 'processing'] } })
      .select('uploadId')
      .lean<{ uploadId: string }[]>()
      .exec();
    return new Set(found.map(({ uploadId }) => uploadId));
  }

  /** The keys of all objects that belong to images of these names. */
  async findObjectKeys(filenames: readonly string[]): Promise<Set<string>> {
    const found = await this.model
      .find({ filename: { $in: filenames } })
      .select('files')
      .lean<{ _id: Types.ObjectId; files?: StoredFiles }[]>()
      .exec();
    const files = found.flatMap(({ files }) => (files ? Object.values(files) : []));
    return new Set(files.map(({ key }) => key));
  }

  /** Whether there is any image at all, those in the trash included. */
  async hasImages(): Promise<boolean> {
    return (await this.model.exists({ state: 'ready' })) !== null;
  }
}

type UploadInput = Pick<
  ImageRecord,
  'treatmentId' | 'diseaseId' | 'type' | 'title' | 'description'
>;

/** The record of a new upload. The same seed gives the same upload again. */
export const createUploadRecord = (seed: string, given: UploadInput, now: Date): ImageRecord => {
  const uploadId = derivedUuid(seed);
  return {
    _id: derivedId(seed),
    uploadId,
    state: 'staged',
    ...given,
    createdAt: now,
    updatedAt: now,
    version: 1,
    stagingKey: stagingKey(uploadId),
    backedUpAt: null,
    deletedAt: null,
    deletedWith: null,
    recentCommands: [],
    outbox: [],
  };
};
