import { outboxField, outboxIndex, recordOptions, type OutboxEntry } from '@ctdb/chassis';
import { JobRecord } from '@ctdb/chassis/jobs';
import {
  backupStates,
  backupTypes,
  imageErrorCodes,
  runErrorCodes,
  type ImageErrorCode,
  type RunErrorCode,
} from '@ctdb/contracts';
import { Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type mongo, type Types } from 'mongoose';
import type { ImageRecord } from '../images/image.record.js';

const { ObjectId } = MongooseSchema.Types;

/** `automatic` is the backup of one image, logged when it has ended. */
export const runTypes = [...backupTypes, 'health'] as const;
/** One of {@link runTypes}. */
export type RunType = (typeof runTypes)[number];

/** An image that failed in a run. */
@Schema({ _id: false, strict: 'throw' })
export class RunFailure {
  @Prop({ type: ObjectId }) imageId!: Types.ObjectId;
  /** Name under which it is served. */
  @Prop({ type: String }) filename!: string;
  @Prop({ type: String }) title!: string;
  @Prop({ type: String, enum: imageErrorCodes }) reason!: ImageErrorCode;
}

/** A run, in the collection `backup_logs`. */
@Schema(recordOptions('backup_logs'))
export class RunRecord extends JobRecord {
  @Prop({ type: String, enum: runTypes, required: true }) backupType!: RunType;
  @Prop({ type: String, enum: backupStates, default: 'running' })
  status!: (typeof backupStates)[number];
  @Prop({ type: Date, required: true }) startTime!: Date;
  @Prop({ type: Date }) endTime?: Date;
  @Prop({ type: Number, default: 0 }) totalImages!: number;
  @Prop({ type: Number, default: 0 }) successfulBackups!: number;
  @Prop({ type: Number, default: 0 }) failedBackups!: number;
  /** Images of which something was repaired. */
  @Prop({ type: Number, default: 0 }) repaired!: number;
  @Prop({ type: String, required: true }) backupPath!: string;
  @Prop({ type: String, enum: runErrorCodes }) errorMessage?: RunErrorCode;
  /** Set if the run is for one image only. */
  @Prop({ type: ObjectId }) imageId?: Types.ObjectId;
  /** Checkpoint: all images up to this one are done. */
  @Prop({ type: ObjectId, default: null }) cursor!: Types.ObjectId | null;
  @Prop({ type: [RunFailure] }) failures!: RunFailure[];
  /** Set for automatic backups, of which there may be as many as images. */
  @Prop({ type: Date }) expireAt?: Date;
  @Prop(outboxField) outbox!: OutboxEntry[];
}

/** The indexes of the collection `backup_logs`, beside that of the slot. */
export const runIndexes: mongo.IndexDescription[] = [
  { name: 'ofType', key: { backupType: 1, startTime: -1 } },
  { name: 'ofStatus', key: { status: 1 } },
  { name: 'newest', key: { startTime: -1 } },
  { name: 'goes', key: { expireAt: 1 }, expireAfterSeconds: 0 },
  { name: 'outbox', key: outboxIndex },
];

/** The result for one image; null if the image was deleted meanwhile. */
export type ImageResult = { repaired: boolean } | { error: ImageErrorCode } | null;

/** The run cannot continue with other images either. */
export class RunAbortedError extends Error {
  constructor(
    readonly code: RunErrorCode,
    cause?: unknown,
  ) {
    super(code, { cause });
    this.name = 'RunAbortedError';
  }
}

/** A failed image as a run stores it. */
export const toRunFailure = (
  { _id, filename, title }: ImageRecord,
  reason: RunFailure['reason'],
): RunFailure => ({ imageId: _id, filename: filename ?? '', title, reason });
