import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { auditKinds, type AuditKind, type FieldChange, type Role } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, raw, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Model, type mongo, type QueryFilter } from 'mongoose';

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
  @Prop({ type: String, required: true }) requestId!: string;
}

/** The indexes of the collection `audit`: by time alone, and under each filter. */
const indexes: mongo.IndexDescription[] = [
  { name: 'newest', key: { at: -1, _id: -1 } },
  { name: 'ofKind', key: { kind: 1, at: -1, _id: -1 } },
  { name: 'ofActor', key: { 'actor.name': 1, at: -1, _id: -1 } },
];

/** A filter of entries; all given parts must match. `from` is included, `to` is not. */
export interface AuditFilter {
  kind?: AuditKind | undefined;
  actor?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

const toFilter = ({ kind, actor, from, to }: AuditFilter): QueryFilter<AuditRecord> => ({
  ...(kind !== undefined && { kind: { $eq: kind } }),
  ...(actor !== undefined && { 'actor.name': { $eq: actor } }),
  ...((from ?? to) && { at: { ...(from && { $gte: from }), ...(to && { $lt: to }) } }),
});

/** The collection `audit`. No code changes or removes an entry. */
@Injectable()
export class AuditRepository extends CollectionRepository<AuditRecord> {
  constructor(@InjectModel(AuditRecord.name) model: Model<AuditRecord>) {
    super(model, indexes);
  }

  /** Adds an entry; one of the same event stays as it is. */
  async add(entry: AuditRecord): Promise<void> {
    await this.insertIfMissing(entry);
  }

  /** Matching entries, newest first. */
  page(filter: AuditFilter, page: number, limit: number): Promise<AuditRecord[]> {
    return this.model
      .find(toFilter(filter))
      .sort({ at: -1, _id: -1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .lean<AuditRecord[]>()
      .exec();
  }

  count(filter: AuditFilter): Promise<number> {
    return this.model.countDocuments(toFilter(filter)).exec();
  }
}
