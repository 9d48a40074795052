import {
  diffFields,
  outboxEntry,
  outboxIndex,
  recordOptions,
  StoredRecord,
  toContract,
  type OutboxEntry,
} from '@ctdb/chassis';
import type { StoredFile } from '@ctdb/chassis/storage';
import { image, imageEvents, imageTypes, type ImageSize, type ImageType } from '@ctdb/contracts';
import { Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type mongo, type Types } from 'mongoose';
import { rejectionCodes, type RejectionCode } from '../pictures/rejection.js';

const { Mixed, ObjectId } = MongooseSchema.Types;

/**
 * States of an image: waits for its bytes, waits for the worker, is re-encoded and visible, or was
 * rejected (only the reason is kept, for a day).
 */
export const imageStates = ['staged', 'processing', 'ready', 'refused'] as const;
/** One of {@link imageStates}. */
export type ImageState = (typeof imageStates)[number];

/** The objects of a ready image. */
export type StoredFiles = Record<ImageSize, StoredFile>;

const inside = { _id: false, strict: 'throw' } as const;
const file = new MongooseSchema<StoredFile>(
  {
    key: { type: String, required: true },
    sha256: { type: String, required: true },
    bytes: { type: Number, required: true },
    contentType: { type: String, required: true },
  },
  inside,
);
const files = new MongooseSchema<StoredFiles>({ master: file, display: file, thumb: file }, inside);
const refusal = new MongooseSchema({ code: { type: String, enum: rejectionCodes } }, inside);

/** An image, in the collection `images`. */
@Schema(recordOptions('images'))
export class ImageRecord extends StoredRecord {
  @Prop({ type: String, required: true }) uploadId!: string;
  @Prop({ type: String, enum: imageStates, required: true }) state!: ImageState;
  @Prop({ type: ObjectId, required: true }) treatmentId!: Types.ObjectId;
  @Prop({ type: ObjectId, required: true }) diseaseId!: Types.ObjectId;
  @Prop({ type: String, enum: imageTypes, required: true }) type!: ImageType;
  @Prop({ type: String, required: true }) title!: string;
  @Prop({ type: String }) titleKn?: string;
  @Prop({ type: String, default: '' }) description!: string;
  @Prop({ type: String }) descriptionKn?: string;
  /** It was drawn for a sample treatment, and no person has edited it. */
  @Prop({ type: Boolean }) isSample?: boolean;
  @Prop({ type: Date, required: true }) updatedAt!: Date;
  /** Since when it waits for the worker; read by the reconciler. */
  @Prop({ type: Date }) queuedAt?: Date;
  /** Attempts that did not end; a picture that kills workers is rejected. */
  @Prop({ type: Number }) tries?: number;
  /** Published when it is ready, with the uploader as actor. */
  @Prop({ type: Mixed }) uploadedEvent?: OutboxEntry;
  @Prop({ type: refusal }) refusal?: { code: RejectionCode };
  /** Name that it is served by. Present if it is ready. */
  @Prop({ type: String }) filename?: string;
  @Prop({ type: Number }) width?: number;
  @Prop({ type: Number }) height?: number;
  /** Present if it is ready, except in a legacy image that has only `imageData`. */
  @Prop({ type: files }) files?: StoredFiles;
  /** SHA-256 of the uploaded bytes, in hex; absent from earlier images. */
  @Prop({ type: String }) uploadSha256?: string;
  /** Legacy: a JPEG in base64. */
  @Prop({ type: String }) imageData?: string;
  /** When its backup was last read and valid; null without a valid one. Written by backups. */
  @Prop({ type: Date, default: null }) backedUpAt!: Date | null;
  /** Alone, or with its disease: then it is restored with the disease. */
  @Prop({ type: String, enum: ['image', 'disease', null], default: null })
  deletedWith?: 'image' | 'disease' | null;
  /** Its purge has started: the event is stored, objects and backups are being removed. */
  @Prop({ type: Date }) purgedAt?: Date;
}

/** An image that is stored, which one of an old kind may not be yet. */
export type ImageWithFiles = ImageRecord & { files: StoredFiles };

export const hasFiles = (image: ImageRecord): image is ImageWithFiles => image.files !== undefined;

/** Shows that an image has changed, or whether it is shown. */
export type ImageVersion = Pick<
  ImageRecord,
  '_id' | 'treatmentId' | 'version' | 'state' | 'deletedAt'
>;

/** A ready image. */
export const toImage = (record: ImageRecord) => toContract(image, record);

const AUDITED_FIELDS = ['title', 'titleKn', 'type', 'description', 'descriptionKn'] as const;

type AuditedImage = Pick<
  ImageRecord,
  '_id' | 'treatmentId' | 'diseaseId' | (typeof AUDITED_FIELDS)[number]
>;

/** The event of an image; of its upload and changes with what is different from `before`. */
export const imageEvent = (
  fact: keyof typeof imageEvents,
  after: AuditedImage,
  before: AuditedImage | undefined = fact === 'uploaded' ? undefined : after,
): OutboxEntry =>
  outboxEntry(
    imageEvents[fact],
    toContract(imageEvents[fact].payload, {
      ...after,
      imageId: after._id,
      changes: diffFields(AUDITED_FIELDS, before, after),
    }),
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
