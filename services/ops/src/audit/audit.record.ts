import { recordOptions } from '@ctdb/chassis';
import {
  auditKinds,
  type AttemptSource,
  type AuditKind,
  type FieldChange,
  type Role,
} from '@ctdb/contracts';
import { Prop, raw, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type mongo } from 'mongoose';

/** The action of an entry about an entry whose details were erased. */
export const ERASED = 'details-erased';
/** The action of an entry about an erased account, which stands for all entries about that account. */
export const ACCOUNT_ERASED = 'erased';

/** An audit entry. */
@Schema(recordOptions('audit'))
export class AuditRecord {
  /** The event's id. */
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: Date, required: true }) at!: Date;
  @Prop(raw({ role: { type: String, required: true }, name: { type: String } }))
  actor!: { role: Role; name?: string };
  @Prop({ type: String, enum: auditKinds, required: true }) kind!: AuditKind;
  @Prop({ type: String, required: true }) action!: string;
  @Prop({ type: String }) objectId?: string;
  @Prop({ type: String }) label?: string;
  @Prop({ type: [MongooseSchema.Types.Mixed], default: [] }) changes!: FieldChange[];
  @Prop(raw({ address: { type: String }, account: { type: String } })) source?: AttemptSource;
  @Prop({ type: String, required: true }) requestId!: string;
  /** The place in the hash chain. It and the next four are absent in entries from before the chain. */
  @Prop({ type: Number }) sequence?: number;
  /** When it was recorded, UTC: `2026-11-23`. */
  @Prop({ type: String }) day?: string;
  @Prop({ type: String }) detailsDigest?: string;
  @Prop({ type: String }) hash?: string;
  /** Keeps erased details from being guessed by their digest; erased with them. */
  @Prop({ type: String }) salt?: string;
  @Prop({ type: Date }) erasedAt?: Date;
}

/** The indexes of the collection `audit`: by time alone, under each filter, and by place in the chain. */
export const auditIndexes: mongo.IndexDescription[] = [
  { name: 'newest', key: { at: -1, _id: -1 } },
  { name: 'ofKind', key: { kind: 1, at: -1, _id: -1 } },
  { name: 'ofObject', key: { objectId: 1 } },
  { name: 'ofActor', key: { 'actor.name': 1, at: -1, _id: -1 } },
  {
    name: 'ofAddress',
    key: { 'source.address': 1, at: -1, _id: -1 },
    partialFilterExpression: { 'source.address': { $exists: true } },
  },
  {
    name: 'ofAccount',
    key: { 'source.account': 1, at: -1, _id: -1 },
    partialFilterExpression: { 'source.account': { $exists: true } },
  },
  {
    name: 'chain',
    key: { sequence: 1 },
    unique: true,
    partialFilterExpression: { sequence: { $exists: true } },
  },
];

/** The last entry of a day, kept beside the entries so that its deletion is found. */
@Schema(recordOptions('audit_days'))
export class AuditDay {
  /** As {@link AuditRecord.day}. */
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: Number, required: true }) sequence!: number;
  @Prop({ type: String, default: '' }) hash!: string;
}
