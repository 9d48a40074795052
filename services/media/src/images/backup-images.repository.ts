import { CollectionRepository } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { ImageRecord } from './image.record.js';
import type { ReadyFields } from './store-renditions.js';

/** Images that need a backup: those in the trash, too, because they can be restored. */
const RETAINED = { state: 'ready', purgedAt: { $exists: false } } as const;
const BACKED_UP = { ...RETAINED, backedUpAt: { $gt: new Date(0) } };

/** Images as backups see them. */
@Injectable()
export class BackupImagesRepository extends CollectionRepository<ImageRecord> {
  constructor(@InjectModel(ImageRecord.name) model: Model<ImageRecord>) {
    super(model);
  }

  /** The next images after `cursor`, by id, without the bytes of legacy images. */
  async page(cursor: Types.ObjectId | null, limit: number, only?: Types.ObjectId) {
    const _id = { ...(cursor && { $gt: cursor }), ...(only && { $eq: only }) };
    const filter = { ...RETAINED, ...(Object.keys(_id).length > 0 && { _id }) };
    return this.findMany(filter, {
      projection: { imageData: 0, outbox: 0 },
      sort: { _id: 1 },
      limit,
    });
  }

  async find(id: Types.ObjectId): Promise<ImageRecord | null> {
    return (await this.page(null, 1, id))[0] ?? null;
  }

  async count(): Promise<number> {
    return this.model.countDocuments(RETAINED);
  }

  /** Images, those of them with a valid backup, and when the oldest of these backups was read. */
  async coverage() {
    const [total, verified, oldest] = await Promise.all([
      this.count(),
      this.model.countDocuments(BACKED_UP),
      this.findOne(BACKED_UP, { projection: { backedUpAt: 1 }, sort: { backedUpAt: 1 } }),
    ]);
    return { total, verified, since: oldest?.backedUpAt };
  }

  /** Some images without a valid backup. */
  async findWithoutBackup(limit: number): Promise<Types.ObjectId[]> {
    const found = { ...RETAINED, backedUpAt: null, 'files.master.key': { $exists: true } };
    const images = await this.findMany(found, { projection: { _id: 1 }, limit });
    return images.map(({ _id }) => _id);
  }

  /** Stores when the backups were valid, or that they are not. Returns the ids that still exist. */
  async setBackedUp(ids: readonly Types.ObjectId[], backedUpAt: Date | null): Promise<string[]> {
    if (ids.length === 0) return [];
    const some = { ...RETAINED, _id: { $in: ids } };
    const { matchedCount } = await this.updateMany(some, { $set: { backedUpAt } });
    if (matchedCount === ids.length) return ids.map((id) => id.toHexString());
    const kept = await this.findMany(some, { projection: { _id: 1 } });
    return kept.map(({ _id }) => _id.toHexString());
  }

  async findLegacyData(_id: Types.ObjectId): Promise<string | undefined> {
    return (await this.findOne({ _id }, { projection: { imageData: 1 } }))?.imageData;
  }

  /** Gives a legacy image its objects. False if another worker was first. */
  async setFiles(_id: Types.ObjectId, ready: ReadyFields): Promise<boolean> {
    const unconverted = { ...RETAINED, _id, 'files.master.key': { $exists: false } };
    const { matchedCount } = await this.updateOne(unconverted, { $set: ready });
    return matchedCount === 1;
  }

  /** Removes inline bytes if a valid backup exists. */
  async removeLegacyData(_id: Types.ObjectId): Promise<void> {
    await this.updateOne(
      { ...RETAINED, _id, backedUpAt: { $gt: new Date(0) }, imageData: { $exists: true } },
      { $unset: { imageData: 1 } },
    );
  }

  /** Stores new renditions of a master. */
  async setRenditions(
    { _id, files }: ImageRecord,
    derived: Pick<Required<ImageRecord>['files'], 'display' | 'thumb'>,
  ): Promise<void> {
    await this.updateOne(
      { ...RETAINED, _id, 'files.master.sha256': files?.master.sha256 ?? '' },
      { $set: { 'files.display': derived.display, 'files.thumb': derived.thumb } },
    );
  }
}
