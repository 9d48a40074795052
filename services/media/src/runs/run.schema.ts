import { outboxField, outboxIndex, type OutboxEntry } from '@ctdb/chassis';
import { jobRecordFields, type JobRecord } from '@ctdb/chassis/jobs';
import {
  backupStates,
  backupTypes,
  imageErrorCodes,
  runErrorCodes,
  type ImageFault,
  type RunFault,
} from '@ctdb/contracts';
import { Schema, type Connection, type Model, type mongo, type Types } from 'mongoose';

/** `automatic` is the backup of one image, logged when it has ended. */
export const runTypes = [...backupTypes, 'health'] as const;
/** One of {@link runTypes}. */
export type RunType = (typeof runTypes)[number];

/** An image that failed in a run. */
export interface RunFailure {
  imageId: Types.ObjectId;
  /** Name under which it is served. */
  filename: string;
  title: string;
  reason: ImageFault;
}

/** A run, in the collection `backup_logs`. */
export interface RunRecord extends JobRecord {
  backupType: RunType;
  status: (typeof backupStates)[number];
  startTime: Date;
  endTime?: Date;
  totalImages: number;
  successfulBackups: number;
  failedBackups: number;
  /** Images of which something was repaired. */
  repaired: number;
  backupPath: string;
  errorMessage?: RunFault;
  /** Set if the run is for one image only. */
  imageId?: Types.ObjectId;
  /** Checkpoint: all images up to this one are done. */
  cursor: Types.ObjectId | null;
  failures: RunFailure[];
  /** Set for automatic backups, of which there may be as many as images. */
  expireAt?: Date;
  outbox: OutboxEntry[];
}

const inside = { _id: false, strict: 'throw' } as const;

const failure = new Schema<RunFailure>(
  {
    imageId: Schema.Types.ObjectId,
    filename: String,
    title: String,
    reason: { type: String, enum: imageErrorCodes },
  },
  inside,
);

const schema = new Schema(
  {
    backupType: { type: String, enum: runTypes, required: true },
    status: { type: String, enum: backupStates, default: 'running' },
    startTime: { type: Date, required: true },
    endTime: Date,
    totalImages: { type: Number, default: 0 },
    successfulBackups: { type: Number, default: 0 },
    failedBackups: { type: Number, default: 0 },
    repaired: { type: Number, default: 0 },
    backupPath: { type: String, required: true },
    errorMessage: { type: String, enum: runErrorCodes },
    imageId: Schema.Types.ObjectId,
    ...jobRecordFields,
    cursor: { type: Schema.Types.ObjectId, default: null },
    failures: [failure],
    expireAt: Date,
    outbox: outboxField,
  },
  {
    collection: 'backup_logs',
    strict: 'throw',
    strictQuery: 'throw',
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
    minimize: false,
  },
);

/** The indexes of the collection `backup_logs`, beside that of the slot. */
export const runIndexes: mongo.IndexDescription[] = [
  { name: 'ofType', key: { backupType: 1, startTime: -1 } },
  { name: 'ofStatus', key: { status: 1 } },
  { name: 'newest', key: { startTime: -1 } },
  { name: 'goes', key: { expireAt: 1 }, expireAfterSeconds: 0 },
  { name: 'outbox', key: outboxIndex },
];

/** The model of the collection `backup_logs`; made once for each connection. */
export const runModel = (connection: Connection): Model<RunRecord> =>
  (connection.models['Run'] ?? connection.model('Run', schema)) as unknown as Model<RunRecord>;
