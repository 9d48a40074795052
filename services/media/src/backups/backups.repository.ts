import { MONGO } from '@ctdb/chassis';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Connection, Model, Types } from 'mongoose';
import { isDuplicateKey } from '../store/duplicate-key.js';
import { ensureIndexes } from '../store/indexes.js';
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

  /** Stores that a backup matched. */
  async save({ originalImageId, backupType, ...verified }: VerifiedBackup): Promise<void> {
    const write = () =>
      this.model.updateOne(
        { originalImageId },
        {
          $set: { ...verified, isActive: true },
          $setOnInsert: { backupType, createdAt: verified.verifiedAt },
        },
        { upsert: true },
      );
    try {
      await write();
    } catch (error) {
      // Two workers inserted it at once.
      if (!isDuplicateKey(error)) throw error;
      await write();
    }
  }

  /** Stores that a backup did not match. */
  async markBad(originalImageId: Types.ObjectId): Promise<void> {
    await this.model.updateOne({ originalImageId }, { $set: { isActive: false } });
  }

  async markRestored(originalImageId: Types.ObjectId, restoredAt: Date): Promise<void> {
    await this.model.updateOne({ originalImageId }, { $set: { restoredAt } });
  }

  async of(originalImageId: Types.ObjectId): Promise<BackupRecord | null> {
    return this.model.findOne({ originalImageId }).lean<BackupRecord>().exec();
  }

  async remove(originalImageId: Types.ObjectId): Promise<void> {
    await this.model.deleteOne({ originalImageId });
  }
}
