import { ensureIndexes, isDuplicateKey, MONGO } from '@ctdb/chassis';
import { auditKinds, type AuditKind, type FieldChange, type Role } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Schema, type Connection, type Model, type mongo, type QueryFilter } from 'mongoose';

/** An audit entry, as stored in `audit`. */
export interface AuditRecord {
  /** The event's id. */
  _id: string;
  at: Date;
  actor: { role: Role; name?: string };
  kind: AuditKind;
  action: string;
  objectId?: string;
  label?: string;
  changes: FieldChange[];
  requestId: string;
}

const schema = new Schema(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    actor: { type: new Schema({ role: String, name: String }, { _id: false }), required: true },
    kind: { type: String, enum: auditKinds, required: true },
    action: { type: String, required: true },
    objectId: String,
    label: String,
    changes: { type: [Schema.Types.Mixed], default: [] },
    requestId: { type: String, required: true },
  },
  {
    collection: 'audit',
    strict: 'throw',
    strictQuery: 'throw',
    versionKey: false,
    autoIndex: false,
    autoCreate: false,
    minimize: false,
  },
);

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
export class AuditRepository implements OnModuleInit {
  private readonly model: Model<AuditRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = (connection.models['Audit'] ??
      connection.model('Audit', schema)) as unknown as Model<AuditRecord>;
  }

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.model, indexes);
  }

  /** Adds an entry; one of the same event stays as it is. */
  async add(entry: AuditRecord): Promise<void> {
    try {
      await this.model.create([entry]);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
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
