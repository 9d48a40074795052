import { RecordRepository, STABLE_ORDER, type OutboxEntry } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types } from 'mongoose';
import { imageIndexes, ImageRecord, type ImageVersion, type StoredFiles } from './image.record.js';
import type { ReadyFields } from './store-renditions.js';

/** Ready, not in the trash, with its objects. */
const VISIBLE = { state: 'ready', deletedAt: null, filename: { $exists: true } } as const;

type Id = Types.ObjectId;

/** Their purge has not started. */
const RETAINED = { purgedAt: { $exists: false } } as const;

/** They need a backup: those in the trash, too, because they can be restored. */
const READY = { ...RETAINED, state: 'ready' } as const;
const BACKED_UP = { ...READY, backedUpAt: { $gt: new Date(0) } };

/** Deletion time of images whose disease was purged. */
const PURGE_NOW = new Date(0);

/** Images deleted alone expire with time, those of a disease when the disease is purged. */
const expiredAt = (cutoff: Date): QueryFilter<ImageRecord> => ({
  ...RETAINED,
  $or: [
    { deletedWith: 'image', deletedAt: { $lte: cutoff } },
    { deletedWith: 'disease', deletedAt: PURGE_NOW },
  ],
});

/**
 * Images as users see them, those in the trash, and both as backups and runs see them. Every step of a purge may be
 * repeated.
 */
@Injectable()
export class ImagesRepository extends RecordRepository<ImageRecord> {
  constructor(@InjectModel(ImageRecord.name) model: Model<ImageRecord>) {
    super(model, imageIndexes);
  }

  /** The image that is served by a name. */
  async findByFilename(filename: string): Promise<ImageRecord | null> {
    return this.findOne({ ...VISIBLE, filename });
  }

  /** Visible images of some treatments, oldest first. */
  async findByTreatments(treatmentIds: readonly Id[]): Promise<ImageRecord[]> {
    const filter = { ...VISIBLE, treatmentId: { $in: treatmentIds } };
    return this.findMany(filter, { sort: { createdAt: 1, _id: 1 } });
  }

  /** The versions of all images of treatments, those that are not shown included. */
  async findVersions(treatmentIds: readonly Id[]): Promise<ImageVersion[]> {
    // Without other conditions the query takes half the time.
    const projection = { treatmentId: 1, version: 1, state: 1, deletedAt: 1 } as const;
    return this.findMany({ treatmentId: { $in: treatmentIds } }, { projection });
  }

  /** Images that were deleted alone after `since`, newest first. */
  async findDeletedAlone(since: Date): Promise<ImageRecord[]> {
    const filter = { state: 'ready', deletedWith: 'image', deletedAt: { $gt: since } } as const;
    return this.findMany(filter, { sort: { deletedAt: -1, _id: 1 } });
  }

  /** Moves images to the trash with their disease, except those that are there already. */
  async trashWithDisease(diseaseId: Id, deletedAt: Date): Promise<void> {
    await this.updateMany(
      { diseaseId, deletedAt: null },
      { $set: { deletedAt, deletedWith: 'disease' }, $inc: { version: 1 } },
    );
  }

  async restoreWithDisease(diseaseId: Id): Promise<void> {
    await this.updateMany(
      { ...RETAINED, diseaseId, deletedWith: 'disease' },
      { $set: { deletedAt: null, deletedWith: null }, $inc: { version: 1 } },
    );
  }

  /** Lets all images of a purged disease expire, whenever they were deleted. */
  async markForPurge(diseaseId: Id): Promise<void> {
    await this.updateMany(
      { ...RETAINED, diseaseId },
      { $set: { deletedAt: PURGE_NOW, deletedWith: 'disease' }, $inc: { version: 1 } },
    );
  }

  /** Diseases that were deleted at `cutoff` or before, with images that are not marked for purge. */
  async findUnconfirmedDiseases(cutoff: Date): Promise<Id[]> {
    const deletedAt = { $gt: PURGE_NOW, $lte: cutoff };
    return this.model
      .distinct('diseaseId', { ...RETAINED, deletedWith: 'disease', deletedAt })
      .exec();
  }

  async findExpired(cutoff: Date, limit: number): Promise<ImageRecord[]> {
    return this.findMany(expiredAt(cutoff), { sort: STABLE_ORDER, limit });
  }

  /** Starts a purge and stores its event, unless the image was restored or its purge has started. */
  async startPurge(_id: Id, cutoff: Date, entry: OutboxEntry, now: Date): Promise<void> {
    await this.updateOne(
      { ...expiredAt(cutoff), _id },
      // The new version makes a restore fail that read the image before.
      { $set: { purgedAt: now }, $inc: { version: 1 }, $push: { outbox: entry } },
    );
  }

  /** Images whose purge has started and whose events are published, after `last` in the order of ids. */
  async findPurging(last: Id | undefined, limit: number): Promise<ImageRecord[]> {
    const filter = {
      purgedAt: { $exists: true },
      'outbox.0': { $exists: false },
      ...(last && { _id: { $gt: last } }),
    };
    return this.findMany(filter, { sort: STABLE_ORDER, limit });
  }

  async remove(_id: Id): Promise<void> {
    await this.deleteMany({ _id, purgedAt: { $exists: true } });
  }

  /** The next images after `cursor`, by id, without the bytes of legacy images. */
  async findReadyPage(cursor: Id | null, limit: number, only?: Id) {
    const _id = { ...(cursor && { $gt: cursor }), ...(only && { $eq: only }) };
    const filter = { ...READY, ...(Object.keys(_id).length > 0 && { _id }) };
    return this.findMany(filter, {
      projection: { imageData: 0, outbox: 0 },
      sort: { _id: 1 },
      limit,
    });
  }

  /** A ready image, in the trash or not. */
  async findReady(id: Id): Promise<ImageRecord | null> {
    return (await this.findReadyPage(null, 1, id))[0] ?? null;
  }

  /** All ready images, those in the trash included. */
  async countReady(): Promise<number> {
    return this.model.countDocuments(READY);
  }

  /** Images, those of them with a valid backup, and when the oldest of these backups was read. */
  async coverage() {
    const [total, verified, oldest] = await Promise.all([
      this.countReady(),
      this.model.countDocuments(BACKED_UP),
      this.findOne(BACKED_UP, { projection: { backedUpAt: 1 }, sort: { backedUpAt: 1 } }),
    ]);
    return { total, verified, since: oldest?.backedUpAt };
  }

  /** Some images without a valid backup. */
  async findWithoutBackup(limit: number): Promise<Id[]> {
    const found = { ...READY, backedUpAt: null, 'files.master.key': { $exists: true } };
    const images = await this.findMany(found, { projection: { _id: 1 }, limit });
    return images.map(({ _id }) => _id);
  }

  /** Stores when the backups were valid, or that they are not. Returns the ids that still exist. */
  async setBackedUp(ids: readonly Id[], backedUpAt: Date | null): Promise<string[]> {
    if (ids.length === 0) return [];
    const some = { ...READY, _id: { $in: ids } };
    const { matchedCount } = await this.updateMany(some, { $set: { backedUpAt } });
    if (matchedCount === ids.length) return ids.map((id) => id.toHexString());
    const kept = await this.findMany(some, { projection: { _id: 1 } });
    return kept.map(({ _id }) => _id.toHexString());
  }

  async findLegacyData(_id: Id): Promise<string | undefined> {
    return (await this.findOne({ _id }, { projection: { imageData: 1 } }))?.imageData;
  }

  /** Gives a legacy image its objects. False if another worker was first. */
  async setFiles(_id: Id, ready: ReadyFields): Promise<boolean> {
    const unconverted = { ...READY, _id, 'files.master.key': { $exists: false } };
    const { matchedCount } = await this.updateOne(unconverted, { $set: ready });
    return matchedCount === 1;
  }

  /** Removes inline bytes if a valid backup exists. */
  async removeLegacyData(_id: Id): Promise<void> {
    await this.updateOne(
      { ...READY, _id, backedUpAt: { $gt: new Date(0) }, imageData: { $exists: true } },
      { $unset: { imageData: 1 } },
    );
  }

  /** Stores new renditions of a master. */
  async setRenditions(
    { _id, files }: ImageRecord,
    derived: Pick<StoredFiles, 'display' | 'thumb'>,
  ): Promise<void> {
    await this.updateOne(
      { ...READY, _id, 'files.master.sha256': files?.master.sha256 ?? '' },
      { $set: { 'files.display': derived.display, 'files.thumb': derived.thumb } },
    );
  }
}
