import { MONGO, type OutboxEntry } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Model, QueryFilter, Types } from 'mongoose';
import { imageModel, type ImageRecord } from '../images/image.schema.js';

type Id = Types.ObjectId;

/** Whose purge has not begun. */
const KEPT = { purgedAt: { $exists: false } } as const;

/** The deletion of images whose disease is gone for good. */
const CONDEMNED = new Date(0);

/** Images deleted by themselves go with time, those of a disease when that is gone for good. */
const dueAt = (horizon: Date): QueryFilter<ImageRecord> => ({
  ...KEPT,
  $or: [
    { deletedWith: 'image', deletedAt: { $lte: horizon } },
    { deletedWith: 'disease', deletedAt: CONDEMNED },
  ],
});

/** Images on their way out, in the collection `images`. Every step may be repeated. */
@Injectable()
export class TrashRepository {
  private readonly model: Model<ImageRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = imageModel(connection);
  }

  /** Images go with their disease, but for those that were in the trash already. */
  async hide(diseaseId: Id, deletedAt: Date): Promise<void> {
    await this.model.updateMany(
      { diseaseId, deletedAt: null },
      { $set: { deletedAt, deletedWith: 'disease' }, $inc: { version: 1 } },
    );
  }

  /** Images come back with their disease. */
  async show(diseaseId: Id): Promise<void> {
    await this.model.updateMany(
      { ...KEPT, diseaseId, deletedWith: 'disease' },
      { $set: { deletedAt: null, deletedWith: null }, $inc: { version: 1 } },
    );
  }

  /** A disease is gone for good: all its images are due, whenever they were deleted. */
  async condemn(diseaseId: Id): Promise<void> {
    await this.model.updateMany(
      { ...KEPT, diseaseId },
      { $set: { deletedAt: CONDEMNED, deletedWith: 'disease' }, $inc: { version: 1 } },
    );
  }

  /** Diseases with images that went with them at `horizon` or before, and are not condemned. */
  async unheardOf(horizon: Date): Promise<Id[]> {
    const deletedAt = { $gt: CONDEMNED, $lte: horizon };
    return this.model.distinct('diseaseId', { ...KEPT, deletedWith: 'disease', deletedAt }).exec();
  }

  async due(horizon: Date, limit: number): Promise<ImageRecord[]> {
    return this.model
      .find(dueAt(horizon))
      .sort({ _id: 1 })
      .limit(limit)
      .lean<ImageRecord[]>()
      .exec();
  }

  /** Begins a purge and stores the event of it; nothing happens where it was restored or begun meanwhile. */
  async begin(_id: Id, horizon: Date, entry: OutboxEntry, now: Date): Promise<void> {
    await this.model.updateOne(
      { ...dueAt(horizon), _id },
      // The new version makes a restore fail that read the image before.
      { $set: { purgedAt: now }, $inc: { version: 1 }, $push: { outbox: entry } },
    );
  }

  /** Images whose purge has begun and of which everybody was told, after `last` in the order of ids. */
  async begun(last: Id | undefined, limit: number): Promise<ImageRecord[]> {
    return this.model
      .find({
        purgedAt: { $exists: true },
        'outbox.0': { $exists: false },
        ...(last && { _id: { $gt: last } }),
      } as QueryFilter<ImageRecord>)
      .sort({ _id: 1 })
      .limit(limit)
      .lean<ImageRecord[]>()
      .exec();
  }

  /** Removes the record, when nothing of the image is left. */
  async remove(_id: Id): Promise<void> {
    await this.model.deleteOne({ _id, purgedAt: { $exists: true } });
  }
}
