import { randomBytes } from 'node:crypto';
import { isDuplicateKey, MONGO } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { Schema, Types, type Connection, type Model } from 'mongoose';
import { modelOf } from '../store/record.js';
import type { Revision } from './etag.js';

/** How many of the last changed ids the revision document keeps. */
export const RECENT_IDS = 128;

/** A revision with the ids whose change led to it, the newest last, one for each step. */
export interface RecentChanges extends Revision {
  recent: Types.ObjectId[];
}

/** Stands in the list of changed ids for a step that changed no disease. */
const NOTHING = new Types.ObjectId('000000000000000000000000');

interface RevisionRecord extends RecentChanges {
  _id: 'registry';
}

const schema = new Schema(
  {
    _id: { type: String, required: true },
    epoch: String,
    revision: Number,
    recent: [Schema.Types.ObjectId],
  },
  {
    collection: 'revisions',
    strict: 'throw',
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
  },
);

/** The one document that says how often the registry was changed, and where lately. */
@Injectable()
export class RevisionsRepository {
  private readonly model: Model<RevisionRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = modelOf(connection, 'Revision', schema);
  }

  /** The current revision with the changes that led to it; null where the document is missing. */
  current(): Promise<RecentChanges | null> {
    return this.model.findById('registry').lean<RecentChanges>().exec();
  }

  /**
   * Adds one step for each changed id, or one that only makes old ETags void.
   * Makes the document where it is missing, in a new epoch.
   */
  async advance(ids: readonly Types.ObjectId[] = [NOTHING]): Promise<void> {
    const update = {
      $inc: { revision: ids.length },
      $push: { recent: { $each: [...ids], $slice: -RECENT_IDS } },
      $setOnInsert: { epoch: randomBytes(6).toString('hex') },
    };
    try {
      await this.model.updateOne({ _id: 'registry' }, update, { upsert: true }).exec();
    } catch (error) {
      // Two who make the document at the same time: the second one finds it made.
      if (!isDuplicateKey(error)) throw error;
      await this.model.updateOne({ _id: 'registry' }, update).exec();
    }
  }
}
