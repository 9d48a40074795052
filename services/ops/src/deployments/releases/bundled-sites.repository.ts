import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import { Types, type Model, type mongo } from 'mongoose';
import { ReleaseFile } from './releases.repository.js';

/** The assets of the pages that came with a version. */
@Schema(recordOptions('bundled_sites'))
export class BundledSiteRecord {
  /** Names the folder of its files, so that a site that comes back later has another one. */
  _id!: Types.ObjectId;
  /** The id by which gateways know the site. */
  @Prop({ type: String, required: true }) hash!: string;
  @Prop({ type: [ReleaseFile] }) files!: ReleaseFile[];
  /** Since when all its files are stored. */
  @Prop({ type: Date }) storedAt?: Date;
  /** Whether gateways were made to read the list with this site. */
  @Prop({ type: Boolean }) isAnnounced?: boolean;
  /** When a gateway that has this site last said so. */
  @Prop({ type: Date, required: true }) usedAt!: Date;
}

const indexes: mongo.IndexDescription[] = [{ name: 'hash', key: { hash: 1 }, unique: true }];

/** Sites that came with versions of the gateway. */
@Injectable()
export class BundledSitesRepository extends CollectionRepository<BundledSiteRecord> {
  constructor(@InjectModel(BundledSiteRecord.name) model: Model<BundledSiteRecord>) {
    super(model, indexes);
  }

  /** The site, new or as it is known, marked as used now. */
  async use(hash: string, files: readonly ReleaseFile[]): Promise<BundledSiteRecord> {
    const usedAt = new Date();
    await this.upsert(
      { hash },
      { $set: { usedAt }, $setOnInsert: { _id: new Types.ObjectId(), files } },
    );
    const site = await this.findOne({ hash });
    if (!site) throw new Error('the bundled site is not in the database');
    return site;
  }

  /** Last used first. */
  async all(): Promise<BundledSiteRecord[]> {
    return this.model.find({}).sort({ usedAt: -1 }).lean<BundledSiteRecord[]>().exec();
  }

  async markStored(_id: Types.ObjectId): Promise<void> {
    await this.updateOne({ _id }, { $set: { storedAt: new Date() } });
  }

  async markAnnounced(_id: Types.ObjectId): Promise<void> {
    await this.updateOne({ _id }, { $set: { isAnnounced: true } });
  }

  /** Removes the site; false where it was used since `before`. */
  async removeUnused(_id: Types.ObjectId, before: Date): Promise<boolean> {
    return (await this.deleteMany({ _id, usedAt: { $lt: before } })) === 1;
  }
}
