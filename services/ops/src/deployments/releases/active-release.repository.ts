import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Model, type Types } from 'mongoose';

const { ObjectId } = MongooseSchema.Types;
const ACTIVE_RELEASE_ID = 'live';

/** The pointer to the active release: one document, so that a switch is all or nothing. */
@Schema(recordOptions('active_release'))
export class ActiveRelease {
  @Prop({ type: String }) _id!: string;
  /** Counts switches and new bundled sites; gateways compare it. */
  @Prop({ type: Number }) revision!: number;
  /** Counts every write: a switch is made only from the version that its deployment read. */
  @Prop({ type: Number }) version!: number;
  /** Null before the first release. */
  @Prop({ type: ObjectId }) releaseId!: Types.ObjectId | null;
  @Prop({ type: ObjectId }) previousId!: Types.ObjectId | null;
  /** The deployment that switched last. */
  @Prop({ type: ObjectId }) deploymentId!: Types.ObjectId | null;
  /**
   * The bundled site that the release replaces. An installation with another one was updated since,
   * and serves its own. Null without a bundled site; old pointers have no such field.
   */
  @Prop({ type: String }) bundle?: string | null;
  /** What `bundle` was before the last switch. */
  @Prop({ type: String }) previousBundle?: string | null;
  /** When it was switched last. */
  @Prop({ type: Date }) activatedAt!: Date | null;
}

const none: ActiveRelease = {
  _id: ACTIVE_RELEASE_ID,
  revision: 0,
  version: 0,
  releaseId: null,
  previousId: null,
  deploymentId: null,
  bundle: null,
  previousBundle: null,
  activatedAt: null,
};

/** What a switch changes. */
export type ActivationUpdate = Required<
  Pick<ActiveRelease, 'releaseId' | 'previousId' | 'deploymentId' | 'bundle' | 'previousBundle'>
>;

/** See {@link ActiveRelease}. */
@Injectable()
export class ActiveReleaseRepository extends CollectionRepository<ActiveRelease> {
  constructor(@InjectModel(ActiveRelease.name) model: Model<ActiveRelease>) {
    super(model);
  }

  override async onModuleInit(): Promise<void> {
    await this.insertIfMissing(none);
  }

  async get(): Promise<ActiveRelease> {
    return (await this.findOne({ _id: ACTIVE_RELEASE_ID })) ?? none;
  }

  /** Switches; false if another write came after `expected` was read. */
  switch(expected: Pick<ActiveRelease, 'version'>, to: ActivationUpdate): Promise<boolean> {
    const activatedAt = new Date();
    return this.write(expected, {
      $set: { ...to, activatedAt },
      $inc: { version: 1, revision: 1 },
    });
  }

  /** Makes every switch fail that was planned before, and leaves the release as it is. */
  bumpVersion(expected: Pick<ActiveRelease, 'version'>): Promise<boolean> {
    return this.write(expected, { $inc: { version: 1 } });
  }

  /** Makes all gateways read the list again. */
  async bumpRevision(): Promise<void> {
    await this.updateOne({ _id: ACTIVE_RELEASE_ID }, { $inc: { revision: 1 } });
  }

  private async write({ version }: Pick<ActiveRelease, 'version'>, update: object) {
    const { modifiedCount } = await this.updateOne({ _id: ACTIVE_RELEASE_ID, version }, update);
    return modifiedCount === 1;
  }
}
