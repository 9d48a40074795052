import { MONGO } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Model, Types } from 'mongoose';
import { imageModel, type ImageRecord } from './image.schema.js';
import type { ReadyFields } from './store-renditions.js';

/** All that may ever be shown: what lies in the trash too, as it can be restored. */
const RETAINED = { state: 'ready', purgedAt: { $exists: false } } as const;
const BACKED_UP = { ...RETAINED, backedUpAt: { $gt: new Date(0) } };

/** How many images there are, and of how many the backup matched. */
export interface Coverage {
  total: number;
  verified: number;
  /** When the oldest of those was read. */
  since?: Date;
}

/** The images that backups are of. */
@Injectable()
export class BackupImagesRepository {
  private readonly model: Model<ImageRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = imageModel(connection);
  }

  /** The next images after `cursor`, in a fixed order, without the bytes that old ones carry. */
  async page(
    cursor: Types.ObjectId | null,
    limit: number,
    only?: Types.ObjectId,
  ): Promise<ImageRecord[]> {
    const _id = { ...(cursor && { $gt: cursor }), ...(only && { $eq: only }) };
    return this.model
      .find({ ...RETAINED, ...(Object.keys(_id).length > 0 && { _id }) })
      .sort({ _id: 1 })
      .limit(limit)
      .select('-imageData -outbox')
      .lean<ImageRecord[]>()
      .exec();
  }

  async find(id: Types.ObjectId): Promise<ImageRecord | null> {
    return (await this.page(null, 1, id))[0] ?? null;
  }

  async count(): Promise<number> {
    return this.model.countDocuments(RETAINED);
  }

  async coverage(): Promise<Coverage> {
    const [total, verified, oldest] = await Promise.all([
      this.count(),
      this.model.countDocuments(BACKED_UP),
      this.model.findOne(BACKED_UP).sort({ backedUpAt: 1 }).select('backedUpAt').lean().exec(),
    ]);
    return { total, verified, ...(oldest?.backedUpAt && { since: oldest.backedUpAt }) };
  }

  /** Some of those that have no backup that matched. */
  async findWithoutBackup(limit: number): Promise<Types.ObjectId[]> {
    const found = { ...RETAINED, backedUpAt: null, 'files.master.key': { $exists: true } };
    const images = await this.model.find(found).select('_id').limit(limit).lean().exec();
    return images.map(({ _id }) => _id);
  }

  /** Stores when the backups matched, or that they did not; the ids of those that are still kept. */
  async setBackedUp(ids: readonly Types.ObjectId[], backedUpAt: Date | null): Promise<string[]> {
    if (ids.length === 0) return [];
    const some = { ...RETAINED, _id: { $in: ids } };
    const { matchedCount } = await this.model.updateMany(some, { $set: { backedUpAt } });
    if (matchedCount === ids.length) return ids.map((id) => id.toHexString());
    const kept = await this.model.find(some).select('_id').lean().exec();
    return kept.map(({ _id }) => _id.toHexString());
  }

  /** What an image of the old kind carries. */
  async findLegacyData(_id: Types.ObjectId): Promise<string | undefined> {
    const image = await this.model.findById(_id).select('imageData').lean<ImageRecord>().exec();
    return image?.imageData;
  }

  /** Gives an image of the old kind its objects; false where another was first. */
  async setFiles(_id: Types.ObjectId, ready: ReadyFields): Promise<boolean> {
    const unconverted = { ...RETAINED, _id, 'files.master.key': { $exists: false } };
    const { matchedCount } = await this.model.updateOne(unconverted, { $set: ready });
    return matchedCount === 1;
  }

  /** The old kind's bytes go when a master and a backup of them are there. */
  async removeLegacyData(_id: Types.ObjectId): Promise<void> {
    await this.model.updateOne(
      { ...RETAINED, _id, backedUpAt: { $gt: new Date(0) }, imageData: { $exists: true } },
      { $unset: { imageData: 1 } },
    );
  }

  /** Stores how the sizes made anew look. */
  async setRenditions(
    { _id, files }: ImageRecord,
    derived: Pick<Required<ImageRecord>['files'], 'display' | 'thumb'>,
  ): Promise<void> {
    await this.model.updateOne(
      { ...RETAINED, _id, 'files.master.sha256': files?.master.sha256 ?? '' },
      { $set: { 'files.display': derived.display, 'files.thumb': derived.thumb } },
    );
  }
}
