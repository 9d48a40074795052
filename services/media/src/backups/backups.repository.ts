import { CollectionRepository, retryUpsert } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { backupIndexes, BackupRecord } from './backup.record.js';

/** A backup that was just verified. */
type VerifiedBackup = Omit<BackupRecord, '_id' | 'createdAt' | 'restoredAt' | 'isActive'>;

/** The rows of backups, in the collection `image_backups`. */
@Injectable()
export class BackupsRepository extends CollectionRepository<BackupRecord> {
  constructor(@InjectModel(BackupRecord.name) model: Model<BackupRecord>) {
    super(model, backupIndexes);
  }

  /** Stores verified backups. */
  async save(backups: readonly VerifiedBackup[]): Promise<void> {
    if (backups.length === 0) return;
    const writes = backups.map(({ originalImageId, backupType, ...verified }) => ({
      updateOne: {
        filter: { originalImageId },
        update: {
          $set: { ...verified, isActive: true },
          $setOnInsert: { backupType, createdAt: verified.verifiedAt },
        },
        upsert: true,
      },
    }));
    await retryUpsert(() => this.model.bulkWrite(writes, { ordered: false }));
  }

  async markInvalid(originalImageIds: readonly Types.ObjectId[]): Promise<void> {
    if (originalImageIds.length === 0) return;
    await this.updateMany(
      { originalImageId: { $in: originalImageIds } },
      { $set: { isActive: false } },
    );
  }

  async markRestored(originalImageId: Types.ObjectId, restoredAt: Date): Promise<void> {
    await this.updateOne({ originalImageId }, { $set: { restoredAt } });
  }

  findByImage(originalImageId: Types.ObjectId): Promise<BackupRecord | null> {
    return this.findOne({ originalImageId });
  }

  async remove(originalImageId: Types.ObjectId): Promise<void> {
    await this.deleteMany({ originalImageId });
  }
}
