import { MONGO, type OutboxEntry } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Model, QueryFilter, Types } from 'mongoose';
import { imageModel, type ImageRecord } from '../images/image.schema.js';

type Id = Types.ObjectId;

/** Whose purge has not begun. */
const KEPT = { purgedAt: { $exists: false } } as const;

/** When what lies in the trash goes: images by themselves, and those that went with their disease. */
export interface Horizons {
  image: Date;
  disease: Date;
}

const dueAt = ({ image, disease }: Horizons): QueryFilter<ImageRecord> => ({
  ...KEPT,
  $or: [
    { deletedWith: 'image', deletedAt: { $lte: image } },
    { deletedWith: 'disease', deletedAt: { $lte: disease } },
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
      { $set: { deletedAt: new Date(0), deletedWith: 'disease' }, $inc: { version: 1 } },
    );
  }

  async due(horizons: Horizons, limit: number): Promise<ImageRecord[]> {
    return this.model
      .find(dueAt(horizons))
      .sort({ _id: 1 })
      .limit(limit)
      .lean<ImageRecord[]>()
      .exec();
  }

  /** Begins a purge and stores the event of it; nothing happens where it was restored or begun meanwhile. */
  async begin(_id: Id, horizons: Horizons, entry: OutboxEntry, now: Date): Promise<void> {
    await this.model.updateOne(
      { ...dueAt(horizons), _id },
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
