import { randomBytes } from 'node:crypto';
import { recordOptions, retryUpsert } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types, type Model } from 'mongoose';
import type { Revision } from './etag.js';

/** How many of the last changed ids the revision document keeps. */
export const RECENT_IDS = 128;

/** A revision with the ids whose change led to it, the newest last, one for each step. */
export interface RecentChanges extends Revision {
  recent: Types.ObjectId[];
}

/** Stands in the list of changed ids for a step that changed no disease. */
const NO_DISEASE_ID = new Types.ObjectId('000000000000000000000000');

/** The one document of the collection `revisions`. */
@Schema(recordOptions('revisions'))
export class RevisionRecord implements RecentChanges {
  @Prop({ type: String, required: true }) _id!: 'registry';
  @Prop({ type: String }) epoch!: string;
  @Prop({ type: Number }) revision!: number;
  @Prop({ type: [MongooseSchema.Types.ObjectId] }) recent!: Types.ObjectId[];
}

/** Counts the changes of the registry and keeps the ids of the last ones. */
@Injectable()
export class RevisionsRepository {
  constructor(@InjectModel(RevisionRecord.name) private readonly model: Model<RevisionRecord>) {}

  /** The current revision with the changes that led to it; null where the document is missing. */
  current(): Promise<RecentChanges | null> {
    return this.model.findById('registry').lean<RecentChanges>().exec();
  }

  /**
   * Adds one step for each changed id, or one that only makes old ETags void.
   * Makes the document where it is missing, in a new epoch.
   */
  async increment(ids: readonly Types.ObjectId[] = [NO_DISEASE_ID]): Promise<void> {
    const update = {
      $inc: { revision: ids.length },
      $push: { recent: { $each: [...ids], $slice: -RECENT_IDS } },
      $setOnInsert: { epoch: randomBytes(6).toString('hex') },
    };
    await retryUpsert(() =>
      this.model.updateOne({ _id: 'registry' }, update, { upsert: true }).exec(),
    );
  }
}
