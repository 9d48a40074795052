import { recordOptions } from '@ctdb/chassis';
import { Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type mongo, type Types } from 'mongoose';

const { ObjectId } = MongooseSchema.Types;

/** The backup of an image; one row for each image. */
@Schema(recordOptions('image_backups'))
export class BackupRecord {
  _id!: Types.ObjectId;
  @Prop({ type: ObjectId, required: true }) originalImageId!: Types.ObjectId;
  @Prop({ type: String, required: true }) backupFilename!: string;
  @Prop({ type: String, required: true }) originalFilename!: string;
  /** Relative to the backup folder, which may be moved. */
  @Prop({ type: String, required: true }) backupPath!: string;
  @Prop({ type: String, enum: ['automatic', 'full'], default: 'automatic' })
  backupType!: 'automatic' | 'full';
  /** SHA-256 of the file, in hex; the same as the master's. */
  @Prop({ type: String, required: true }) checksum!: string;
  /** Bytes. */
  @Prop({ type: Number, required: true }) fileSize!: number;
  @Prop({ type: ObjectId, required: true }) treatmentId!: Types.ObjectId;
  @Prop({ type: ObjectId, required: true }) diseaseId!: Types.ObjectId;
  @Prop({ type: Date, required: true }) createdAt!: Date;
  @Prop({ type: Date }) restoredAt?: Date;
  /** Whether it was valid when it was last read. */
  @Prop({ type: Boolean, default: true }) isActive!: boolean;
  /** When it was last read and valid. */
  @Prop({ type: Date, required: true }) verifiedAt!: Date;
}

/** The indexes of the collection `image_backups`. */
export const backupIndexes: mongo.IndexDescription[] = [
  { name: 'oneOfEachImage', key: { originalImageId: 1 }, unique: true },
];
