import type { AuditEntry, EventEnvelope, FieldChange } from '@ctdb/contracts';
import { masked, maskText } from '../privacy/masking.js';
import type { AuditRecord } from './audit.repository.js';
import type { AuditMapping } from './audited-event.js';

/** Longest label, in UTF-16 code units. */
const MAX_LABEL_LENGTH = 300;

const actorOf = ({ actor }: EventEnvelope, name: string | undefined): AuditRecord['actor'] => {
  if (name !== undefined) return { role: 'admin', name };
  return actor.role === 'admin' ? { role: 'admin', name: actor.name } : { role: actor.role };
};

/** An administrator may be called by an e-mail address: that is who is meant. */
const labelOf = (kind: AuditRecord['kind'], label: string): string =>
  (kind === 'account' ? label : maskText(label)).slice(0, MAX_LABEL_LENGTH).toWellFormed();

/**
 * The line that an event becomes. The publisher of an event leaves personal data out of it; what
 * gets through all the same is masked here.
 */
export const toAuditRecord = (
  { kind, action, toDetails }: AuditMapping,
  payload: unknown,
  envelope: EventEnvelope,
): AuditRecord => {
  const { objectId, label, changes = [], actor } = toDetails(payload, envelope);
  return {
    _id: envelope.id,
    at: new Date(envelope.at),
    actor: actorOf(envelope, actor),
    kind,
    action,
    ...(objectId !== undefined && { objectId }),
    ...(label !== undefined && { label: labelOf(kind, label) }),
    changes: masked(changes) as FieldChange[],
    requestId: envelope.requestId,
  };
};

/** A line as administrators see it. */
export const toAuditEntry = (record: AuditRecord): AuditEntry => ({
  id: record._id,
  at: record.at.toISOString(),
  actor: {
    role: record.actor.role,
    ...(record.actor.name !== undefined && { name: record.actor.name }),
  },
  kind: record.kind,
  action: record.action,
  ...(record.objectId !== undefined && { objectId: record.objectId }),
  ...(record.label !== undefined && { label: record.label }),
  changes: record.changes,
  requestId: record.requestId,
});
