import type { AuditKind, FieldChange, Role } from '@ctdb/contracts';
import { auditKinds } from '@ctdb/contracts';
import { Schema, type Connection, type Model, type mongo } from 'mongoose';

/** A line of the audit trail, as stored in `audit`. */
export interface AuditRecord {
  /** Of the event. */
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
export const auditIndexes: mongo.IndexDescription[] = [
  { name: 'newest', key: { at: -1, _id: -1 } },
  { name: 'ofKind', key: { kind: 1, at: -1, _id: -1 } },
  { name: 'ofActor', key: { 'actor.name': 1, at: -1, _id: -1 } },
];

/** The model of the collection `audit`; made once for each connection. */
export const auditModel = (connection: Connection): Model<AuditRecord> =>
  (connection.models['Audit'] ??
    connection.model('Audit', schema)) as unknown as Model<AuditRecord>;
