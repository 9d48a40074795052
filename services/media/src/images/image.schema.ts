import { outboxField, outboxIndex, type OutboxEntry } from '@ctdb/chassis';
import type { StoredFile } from '@ctdb/chassis/storage';
import { imageTypes, type ErrorCode, type ImageSize, type ImageType } from '@ctdb/contracts';
import { Schema, type Connection, type Model, type mongo, type Types } from 'mongoose';

/**
 * States of an image: waits for its bytes, waits for the worker, is re-encoded and visible, or was
 * rejected (only the reason is kept, for a day).
 */
export const imageStates = ['staged', 'processing', 'ready', 'refused'] as const;
/** One of {@link imageStates}. */
export type ImageState = (typeof imageStates)[number];

/** Reasons to reject a picture. */
export const rejectionCodes = [
  'IMAGE_NOT_SUPPORTED',
  'IMAGE_TOO_LARGE',
  'IMAGE_TOO_MANY_PIXELS',
  'UPLOAD_ENDED',
] as const satisfies ErrorCode[];
/** One of {@link rejectionCodes}. */
export type RejectionCode = (typeof rejectionCodes)[number];

/** The objects of a ready image. */
export type StoredFiles = Record<ImageSize, StoredFile>;

/** An image as stored. */
export interface ImageRecord {
  _id: Types.ObjectId;
  uploadId: string;
  state: ImageState;
  treatmentId: Types.ObjectId;
  diseaseId: Types.ObjectId;
  type: ImageType;
  title: string;
  description: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
  /** Key of the uploaded bytes; absent once they are processed. */
  stagingKey?: string;
  stagedBytes?: number;
  /** Since when it waits for the worker; read by the reconciler. */
  queuedAt?: Date;
  /** Attempts that did not end; a picture that kills workers is rejected. */
  tries?: number;
  /** Published when it is ready, with the uploader as actor. */
  uploadedEvent?: OutboxEntry;
  refusal?: { code: RejectionCode };
  /** Name that it is served by. Present if it is ready. */
  filename?: string;
  width?: number;
  height?: number;
  /** Present if it is ready, except in a legacy image that has only `imageData`. */
  files?: StoredFiles;
  /** Legacy: a JPEG in base64. */
  imageData?: string;
  /** When its backup was last read and valid; null without a valid one. Written by backups. */
  backedUpAt: Date | null;
  deletedAt: Date | null;
  /** Alone, or with its disease: then it is restored with the disease. */
  deletedWith?: 'image' | 'disease' | null;
  /** Its purge has started: the event is stored, objects and backups are being removed. */
  purgedAt?: Date;
  /** Fingerprints of the last commands that changed it. */
  recentCommands: string[];
  outbox: OutboxEntry[];
}

const file = new Schema<StoredFile>(
  {
    key: { type: String, required: true },
    sha256: { type: String, required: true },
    bytes: { type: Number, required: true },
    contentType: { type: String, required: true },
  },
  { _id: false, strict: 'throw' },
);

const files = new Schema<StoredFiles>(
  { master: file, display: file, thumb: file },
  { _id: false, strict: 'throw' },
);

const schema = new Schema(
  {
    uploadId: { type: String, required: true },
    state: { type: String, enum: imageStates, required: true },
    treatmentId: { type: Schema.Types.ObjectId, required: true },
    diseaseId: { type: Schema.Types.ObjectId, required: true },
    type: { type: String, enum: imageTypes, required: true },
    title: { type: String, required: true },
    description: { type: String, default: '' },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, required: true },
    stagingKey: String,
    stagedBytes: Number,
    queuedAt: Date,
    tries: Number,
    uploadedEvent: Schema.Types.Mixed,
    refusal: new Schema(
      { code: { type: String, enum: rejectionCodes } },
      { _id: false, strict: 'throw' },
    ),
    filename: String,
    width: Number,
    height: Number,
    files,
    imageData: String,
    backedUpAt: { type: Date, default: null },
    deletedAt: { type: Date, default: null },
    deletedWith: { type: String, enum: ['image', 'disease', null], default: null },
    purgedAt: Date,
    recentCommands: [String],
    outbox: outboxField,
  },
  {
    collection: 'images',
    strict: 'throw',
    strictQuery: 'throw',
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
    minimize: false,
  },
);

/** The indexes of the collection `images`. */
export const imageIndexes: mongo.IndexDescription[] = [
  { name: 'oneOfEachUpload', key: { uploadId: 1 }, unique: true },
  {
    name: 'oneOfEachName',
    key: { filename: 1 },
    unique: true,
    partialFilterExpression: { filename: { $exists: true } },
  },
  { name: 'ofTreatment', key: { treatmentId: 1 } },
  { name: 'ofDisease', key: { diseaseId: 1 } },
  { name: 'states', key: { state: 1, backedUpAt: 1 } },
  { name: 'trash', key: { deletedAt: -1 } },
  { name: 'outbox', key: outboxIndex },
];

/** The model of the collection `images`; made once for each connection. */
export const imageModel = (connection: Connection): Model<ImageRecord> =>
  (connection.models['Image'] ??
    connection.model('Image', schema)) as unknown as Model<ImageRecord>;
