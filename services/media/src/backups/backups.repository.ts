import { ensureIndexes, isDuplicateKey, MONGO } from '@ctdb/chassis';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Connection, Model, Types } from 'mongoose';
import { backupIndexes, backupModel, type BackupRecord } from './backup.schema.js';

/** A backup that has just been read back and matched. */
export type VerifiedBackup = Omit<BackupRecord, '_id' | 'createdAt' | 'restoredAt' | 'isActive'>;

/** The rows of backups. */
@Injectable()
export class BackupsRepository implements OnModuleInit {
  private readonly model: Model<BackupRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = backupModel(connection);
  }

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.model, backupIndexes);
  }

  /** Stores that backups matched. */
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
      // Two workers inserted one at once.
      if (!isDuplicateKey(error)) throw error;
      await write();
    }
  }

  /** Stores that backups did not match. */
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
