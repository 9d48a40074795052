import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { RETAINED_RELEASES } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import type { Model, mongo, Types } from 'mongoose';

/** One file of a release. */
@Schema({ _id: false, strict: 'throw' })
export class ReleaseFile {
  /** Begins with a slash. */
  @Prop({ type: String }) path!: string;
  @Prop({ type: String }) sha256!: string;
  @Prop({ type: Number }) bytes!: number;
}

/** A release, stored once all its files are stored and checked. */
@Schema(recordOptions('releases'))
export class ReleaseRecord {
  _id!: Types.ObjectId;
  @Prop({ type: String, required: true }) hash!: string;
  /** Prefix of its files in the bucket; see {@link releaseFolder}. */
  @Prop({ type: String }) folder?: string;
  @Prop({ type: String, required: true }) projectName!: string;
  @Prop({ type: String }) domain?: string;
  @Prop({ type: [ReleaseFile] }) files!: ReleaseFile[];
  @Prop({ type: Number, required: true }) bytes!: number;
  @Prop({ type: Date, required: true }) createdAt!: Date;
  @Prop({ type: String, required: true }) createdBy!: string;
  /** It was active for a moment and failed its probe: it is not offered. */
  @Prop({ type: Boolean, required: true }) isWithdrawn!: boolean;
}

const indexes: mongo.IndexDescription[] = [{ name: 'newest', key: { createdAt: -1 } }];

/** Releases that can be served. */
@Injectable()
export class ReleasesRepository extends CollectionRepository<ReleaseRecord> {
  constructor(@InjectModel(ReleaseRecord.name) model: Model<ReleaseRecord>) {
    super(model, indexes);
  }

  /** Stores a release; stored again it stays as it is. */
  async insert(record: ReleaseRecord): Promise<void> {
    await this.insertIfMissing(record);
  }

  find(_id: Types.ObjectId): Promise<ReleaseRecord | null> {
    return this.findOne({ _id });
  }

  /** Whether a release of this hash is listed. */
  async isHashListed(hash: string): Promise<boolean> {
    return (await this.model.exists({ hash })) !== null;
  }

  /** All releases, newest first. */
  async all(): Promise<ReleaseRecord[]> {
    return this.model.find({}).sort({ createdAt: -1 }).lean<ReleaseRecord[]>().exec();
  }

  async markFailed(_id: Types.ObjectId): Promise<void> {
    await this.updateOne({ _id }, { $set: { isWithdrawn: true } });
  }

  async remove(ids: readonly Types.ObjectId[]): Promise<void> {
    if (ids.length > 0) await this.deleteMany({ _id: { $in: [...ids] } });
  }
}

/** Prefix of a release's files. Old records lack it: then a bucket had one installation. */
export const releaseFolder = ({ folder, hash }: Pick<ReleaseRecord, 'folder' | 'hash'>): string =>
  folder ?? `releases/${hash}`;

/** The releases of `all` (newest first) that can be restored: the active one, and the newest others. */
export const retainedReleases = (
  all: readonly ReleaseRecord[],
  activeId: Types.ObjectId | null,
): ReleaseRecord[] => {
  const isActive = ({ _id }: ReleaseRecord) => activeId !== null && _id.equals(activeId);
  const others = all
    .filter((one) => !isActive(one) && !one.isWithdrawn)
    .slice(0, RETAINED_RELEASES);
  return all.filter((one) => isActive(one) || others.includes(one));
};
