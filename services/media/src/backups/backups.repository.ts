import { ensureIndexes, isDuplicateKey, MONGO } from '@ctdb/chassis';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Connection, Model, Types } from 'mongoose';
import { backupIndexes, backupModel, type BackupRecord } from './backup.schema.js';

/** A backup that was just verified. */
export type VerifiedBackup = Omit<BackupRecord, '_id' | 'createdAt' | 'restoredAt' | 'isActive'>;

/** The rows of backups, in the collection `image_backups`. */
@Injectable()
export class BackupsRepository implements OnModuleInit {
  private readonly model: Model<BackupRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = backupModel(connection);
  }

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.model, backupIndexes);
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
    const write = () => this.model.bulkWrite(writes, { ordered: false });
    try {
      await write();
    } catch (error) {
      // Two workers inserted the same row.
      if (!isDuplicateKey(error)) throw error;
      await write();
    }
  }

  async markInvalid(originalImageIds: readonly Types.ObjectId[]): Promise<void> {
    if (originalImageIds.length === 0) return;
    const found = { originalImageId: { $in: originalImageIds } };
    await this.model.updateMany(found, { $set: { isActive: false } });
  }

  async markRestored(originalImageId: Types.ObjectId, restoredAt: Date): Promise<void> {
    await this.model.updateOne({ originalImageId }, { $set: { restoredAt } });
  }

  async findByImage(originalImageId: Types.ObjectId): Promise<BackupRecord | null> {
    return this.model.findOne({ originalImageId }).lean<BackupRecord>().exec();
  }

  async remove(originalImageId: Types.ObjectId): Promise<void> {
    await this.model.deleteOne({ originalImageId });
  }
}
