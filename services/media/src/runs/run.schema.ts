import { outboxField, outboxIndex, type OutboxEntry } from '@ctdb/chassis';
import {
  backupStates,
  backupTypes,
  imageFaults,
  runFaults,
  type ImageFault,
  type RunFault,
} from '@ctdb/contracts';
import { Schema, type Connection, type Model, type mongo, type Types } from 'mongoose';

/** What a run goes over all images for; `automatic` is one image's, and logged when it is over. */
export const runTypes = [...backupTypes, 'health'] as const;
/** One of {@link runTypes}. */
export type RunType = (typeof runTypes)[number];

/** An image that a run could not do what it wanted with. */
export interface RunFailure {
  imageId: Types.ObjectId;
  /** Name under which it is served. */
  filename: string;
  title: string;
  reason: ImageFault;
}

/** Who works on a run. Its worker renews it; every write of a worker names the id. */
export interface Lease {
  /** Empty while nobody has taken it. */
  id: string;
  /** From here on the worker counts as dead, and another may take the run over. */
  staleAt: Date;
  /** From here on nobody will: the run has failed. */
  until: Date;
}

/** A run, as stored in `backup_logs`. */
export interface RunRecord {
  _id: Types.ObjectId;
  backupType: RunType;
  status: (typeof backupStates)[number];
  startTime: Date;
  endTime?: Date;
  totalImages: number;
  successfulBackups: number;
  failedBackups: number;
  /** Images that something was put right of. */
  repaired: number;
  backupPath: string;
  errorMessage?: RunFault;
  /** Of which image, where it is of one only. */
  imageId?: Types.ObjectId;
  /** What only one run at a time may hold; absent when the run is over. */
  slot?: string;
  lease?: Lease;
  /** All images up to this one are done. */
  cursor: Types.ObjectId | null;
  /** How often workers have died since the cursor last moved. */
  takeovers: number;
  /** How often it was taken at all; one is the first time. */
  claims: number;
  failures: RunFailure[];
  /** Only automatic ones go by themselves; there may be as many as images. */
  expireAt?: Date;
  outbox: OutboxEntry[];
}

const inside = { _id: false, strict: 'throw' } as const;

const failure = new Schema<RunFailure>(
  {
    imageId: Schema.Types.ObjectId,
    filename: String,
    title: String,
    reason: { type: String, enum: imageFaults },
  },
  inside,
);

const lease = new Schema<Lease>({ id: String, staleAt: Date, until: Date }, inside);

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
    errorMessage: { type: String, enum: runFaults },
    imageId: Schema.Types.ObjectId,
    slot: String,
    lease,
    cursor: { type: Schema.Types.ObjectId, default: null },
    takeovers: { type: Number, default: 0 },
    claims: { type: Number, default: 0 },
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

/** The indexes of the collection `backup_logs`. */
export const runIndexes: mongo.IndexDescription[] = [
  {
    name: 'oneAtATime',
    key: { slot: 1 },
    unique: true,
    partialFilterExpression: { slot: { $exists: true } },
  },
  { name: 'ofType', key: { backupType: 1, startTime: -1 } },
  { name: 'ofStatus', key: { status: 1 } },
  { name: 'newest', key: { startTime: -1 } },
  { name: 'goes', key: { expireAt: 1 }, expireAfterSeconds: 0 },
  { name: 'outbox', key: outboxIndex },
];

/** The model of the collection `backup_logs`; made once for each connection. */
export const runModel = (connection: Connection): Model<RunRecord> =>
  (connection.models['Run'] ?? connection.model('Run', schema)) as unknown as Model<RunRecord>;
