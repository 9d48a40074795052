import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import { Types, type Model, type mongo } from 'mongoose';

/** A gateway names its site all the time; this is how often that is written down. */
const USE_INTERVAL_MS = 3_600_000;

/** One stored file of a site. */
@Schema({ _id: false, strict: 'throw' })
export class SiteFile {
  /** Begins with a slash. */
  @Prop({ type: String }) path!: string;
  @Prop({ type: String }) sha256!: string;
  @Prop({ type: Number }) bytes!: number;
}

/** The assets of a built site. The collection has the name that it has in the version before. */
@Schema(recordOptions('bundled_sites'))
export class SiteRecord {
  /** Names the folder of its files, so that a site that comes back later has another one. */
  _id!: Types.ObjectId;
  /** The id by which gateways know the site. */
  @Prop({ type: String, required: true }) hash!: string;
  @Prop({ type: [SiteFile] }) files!: SiteFile[];
  /** Since when all its files are stored. */
  @Prop({ type: Date }) storedAt?: Date;
  /** When a gateway or worker that has this site last named it. */
  @Prop({ type: Date, required: true }) usedAt!: Date;
}

const indexes: mongo.IndexDescription[] = [{ name: 'hash', key: { hash: 1 }, unique: true }];

/** Sites whose assets are stored. */
@Injectable()
export class SitesRepository extends CollectionRepository<SiteRecord> {
  constructor(@InjectModel(SiteRecord.name) model: Model<SiteRecord>) {
    super(model, indexes);
  }

  /** The site, new or as it is known, marked as used now. */
  async add(hash: string, files: readonly SiteFile[]): Promise<SiteRecord> {
    await this.upsert(
      { hash },
      { $set: { usedAt: new Date() }, $setOnInsert: { _id: new Types.ObjectId(), files } },
    );
    const site = await this.findOne({ hash });
    if (!site) throw new Error('the site is not in the database');
    return site;
  }

  /** Marks the site as used; false where its files are not all stored. */
  async use(hash: string): Promise<boolean> {
    const site = await this.findOne({ hash });
    if (!site?.storedAt) return false;
    if (site.usedAt.getTime() < Date.now() - USE_INTERVAL_MS)
      await this.updateOne({ hash }, { $set: { usedAt: new Date() } });
    return true;
  }

  /** Last used first. */
  all(): Promise<SiteRecord[]> {
    return this.findMany({}, { sort: { usedAt: -1 } });
  }

  async markStored(_id: Types.ObjectId): Promise<void> {
    await this.updateOne({ _id }, { $set: { storedAt: new Date() } });
  }

  /** Removes the records of sites that were last used before this time. */
  async removeUnused(before: Date): Promise<void> {
    await this.deleteMany({ usedAt: { $lt: before } });
  }
}
