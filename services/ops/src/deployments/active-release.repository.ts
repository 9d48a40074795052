import { isDuplicateKey, MONGO } from '@ctdb/chassis';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Schema, type Connection, type Model, type Types } from 'mongoose';

const ACTIVE_RELEASE_ID = 'live';

/** The pointer to the live release: one document, and what makes a switch all or nothing. */
export interface ActiveRelease {
  _id: string;
  /** Counts switches; gateways compare it. */
  revision: number;
  /** Counts every write: a switch is made only from the version that its deployment saw. */
  version: number;
  /** Null where none was ever live. */
  releaseId: Types.ObjectId | null;
  previousId: Types.ObjectId | null;
  /** Whose switch it was. */
  deploymentId: Types.ObjectId | null;
  /**
   * The bundle of the installation that the release takes the place of: an installation with another
   * one was updated since and serves that. Null where there was none; pointers of before have no such field.
   */
  bundle?: string | null;
  /** What `bundle` was before the last switch. */
  previousBundle?: string | null;
  /** When it was switched last. */
  activatedAt: Date | null;
}

const schema = new Schema(
  {
    _id: String,
    revision: Number,
    version: Number,
    releaseId: Schema.Types.ObjectId,
    previousId: Schema.Types.ObjectId,
    deploymentId: Schema.Types.ObjectId,
    bundle: String,
    previousBundle: String,
    activatedAt: Date,
  },
  {
    collection: 'active_release',
    strict: 'throw',
    strictQuery: 'throw',
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
  },
);

const none = {
  revision: 0,
  version: 0,
  releaseId: null,
  previousId: null,
  deploymentId: null,
  bundle: null,
  previousBundle: null,
  activatedAt: null,
};

/** What a switch says anew. */
export type ActivationUpdate = Required<
  Pick<ActiveRelease, 'releaseId' | 'previousId' | 'deploymentId' | 'bundle' | 'previousBundle'>
>;

/** See {@link ActiveRelease}. */
@Injectable()
export class ActiveReleaseRepository implements OnModuleInit {
  private readonly model: Model<ActiveRelease>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = (connection.models['ActiveRelease'] ??
      connection.model('ActiveRelease', schema)) as unknown as Model<ActiveRelease>;
  }

  async onModuleInit(): Promise<void> {
    try {
      await this.model.updateOne(
        { _id: ACTIVE_RELEASE_ID },
        { $setOnInsert: none },
        { upsert: true },
      );
    } catch (error) {
      // Another process was first.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async get(): Promise<ActiveRelease> {
    return (
      (await this.model.findById(ACTIVE_RELEASE_ID).lean<ActiveRelease>().exec()) ?? {
        _id: ACTIVE_RELEASE_ID,
        ...none,
      }
    );
  }

  /** Switches; false where anything was written since `seen`. */
  async switch(seen: Pick<ActiveRelease, 'version'>, to: ActivationUpdate): Promise<boolean> {
    const { modifiedCount } = await this.model.updateOne(
      { _id: ACTIVE_RELEASE_ID, version: seen.version },
      { $set: { ...to, activatedAt: new Date() }, $inc: { version: 1, revision: 1 } },
    );
    return modifiedCount === 1;
  }

  /** Makes every switch fail that was planned before, and leaves the release as it is. */
  async bumpVersion(seen: Pick<ActiveRelease, 'version'>): Promise<boolean> {
    const { modifiedCount } = await this.model.updateOne(
      { _id: ACTIVE_RELEASE_ID, version: seen.version },
      { $inc: { version: 1 } },
    );
    return modifiedCount === 1;
  }
}
