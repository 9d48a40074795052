import { ensureIndexes, MONGO, type OutboxEntry } from '@ctdb/chassis';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Connection, Model, Types } from 'mongoose';
import { REMEMBERED_COMMANDS } from '../store/command-mark.js';
import { imageIndexes, imageModel, type ImageRecord } from './image.schema.js';

/** Which command makes a change, and what the world is told of it. */
export interface Mark {
  command: string;
  entry: OutboxEntry;
}

/** Ready, not in the trash, with its objects. */
const VISIBLE = { state: 'ready', deletedAt: null, filename: { $exists: true } } as const;

/** Images that are ready, in the collection `images`. Every write touches one document, atomically. */
@Injectable()
export class ImagesRepository implements OnModuleInit {
  private readonly model: Model<ImageRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = imageModel(connection);
  }

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.model, imageIndexes);
  }

  /** A ready image, in the trash or not. */
  async findReady(id: Types.ObjectId): Promise<ImageRecord | null> {
    return this.model.findOne({ _id: id, state: 'ready' }).lean<ImageRecord>().exec();
  }

  /** The image that is served by a name. */
  async findByFilename(filename: string): Promise<ImageRecord | null> {
    return this.model
      .findOne({ ...VISIBLE, filename })
      .lean<ImageRecord>()
      .exec();
  }

  /** Visible images of some treatments, oldest first. */
  async findByTreatments(treatmentIds: readonly Types.ObjectId[]): Promise<ImageRecord[]> {
    return this.model
      .find({ ...VISIBLE, treatmentId: { $in: treatmentIds } })
      .sort({ createdAt: 1, _id: 1 })
      .lean<ImageRecord[]>()
      .exec();
  }

  /** Images that were deleted alone after `since`, newest first. */
  async deletedSince(since: Date): Promise<ImageRecord[]> {
    return this.model
      .find({ state: 'ready', deletedWith: 'image', deletedAt: { $gt: since } })
      .sort({ deletedAt: -1, _id: 1 })
      .lean<ImageRecord[]>()
      .exec();
  }

  /**
   * Changes an image where it still has this version, its purge has not begun, and this command has
   * not changed it before. Null where that does not hold: read it again and decide.
   */
  async change(
    { _id, version }: Pick<ImageRecord, '_id' | 'version'>,
    set: Partial<ImageRecord>,
    { command, entry }: Mark,
  ): Promise<ImageRecord | null> {
    const unchanged = { _id, version, purgedAt: { $exists: false } };
    return this.model
      .findOneAndUpdate(
        { ...unchanged, recentCommands: { $ne: command } },
        {
          $set: set,
          $inc: { version: 1 },
          $push: {
            outbox: entry,
            recentCommands: { $each: [command], $slice: -REMEMBERED_COMMANDS },
          },
        },
        { returnDocument: 'after' },
      )
      .lean<ImageRecord>()
      .exec();
  }
}
