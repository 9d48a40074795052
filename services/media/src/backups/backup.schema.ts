import { Schema, type Connection, type Model, type mongo, type Types } from 'mongoose';

/** The backup of an image; one row for each image. */
export interface BackupRecord {
  _id: Types.ObjectId;
  originalImageId: Types.ObjectId;
  backupFilename: string;
  originalFilename: string;
  /** Relative to the backup folder, which may be moved. */
  backupPath: string;
  backupType: 'automatic' | 'full';
  /** SHA-256 of the file, in hex; the same as the master's. */
  checksum: string;
  /** Bytes. */
  fileSize: number;
  treatmentId: Types.ObjectId;
  diseaseId: Types.ObjectId;
  createdAt: Date;
  restoredAt?: Date;
  /** Whether it was valid when it was last read. */
  isActive: boolean;
  /** When it was last read and valid. */
  verifiedAt: Date;
}

const schema = new Schema(
  {
    originalImageId: { type: Schema.Types.ObjectId, required: true },
    backupFilename: { type: String, required: true },
    originalFilename: { type: String, required: true },
    backupPath: { type: String, required: true },
    backupType: { type: String, enum: ['automatic', 'full'], default: 'automatic' },
    checksum: { type: String, required: true },
    fileSize: { type: Number, required: true },
    treatmentId: { type: Schema.Types.ObjectId, required: true },
    diseaseId: { type: Schema.Types.ObjectId, required: true },
    createdAt: { type: Date, required: true },
    restoredAt: Date,
    isActive: { type: Boolean, default: true },
    verifiedAt: { type: Date, required: true },
  },
  {
    collection: 'image_backups',
    strict: 'throw',
    strictQuery: 'throw',
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
  },
);

/** The indexes of the collection `image_backups`. */
export const backupIndexes: mongo.IndexDescription[] = [
  { name: 'oneOfEachImage', key: { originalImageId: 1 }, unique: true },
];

/** The model of the collection `image_backups`; made once for each connection. */
export const backupModel = (connection: Connection): Model<BackupRecord> =>
  (connection.models['Backup'] ??
    connection.model('Backup', schema)) as unknown as Model<BackupRecord>;
