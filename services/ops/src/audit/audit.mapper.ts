import { isPerson, type Attempt, type EventEnvelope, type FieldChange } from '@ctdb/contracts';
import { maskValue, maskText } from '../masking/masking.js';
import type { AuditRecord } from './audit.record.js';
import type { AuditMapping } from './audit-mappings.js';

/** Longest label, in UTF-16 code units. */
const MAX_LABEL_LENGTH = 300;

const toActor = ({ actor }: EventEnvelope, name: string | undefined): AuditRecord['actor'] => {
  if (name !== undefined) return { role: 'admin', name };
  return isPerson(actor) ? { role: actor.role, name: actor.name } : { role: actor.role };
};

/** Text without personal data, except that an account's own name may be an e-mail address. */
const toLabel = (kind: AuditRecord['kind'], label: string): string =>
  (kind === 'account' ? label : maskText(label)).slice(0, MAX_LABEL_LENGTH).toWellFormed();

/** The entry of an event. Publishers leave personal data out; what they missed is masked here. */
export const toAuditRecord = (
  { kind, action, toDetails }: AuditMapping,
  payload: unknown,
  envelope: EventEnvelope,
): AuditRecord => {
  const { objectId, label, changes, actor } = toDetails(payload);
  return {
    _id: envelope.id,
    at: new Date(envelope.at),
    actor: toActor(envelope, actor),
    kind,
    action,
    ...(objectId !== undefined && { objectId }),
    ...(label !== undefined && { label: toLabel(kind, label) }),
    changes: maskValue(changes) as FieldChange[],
    requestId: envelope.requestId,
  };
};

/** The entry of attempts that a gateway has counted. */
export const attemptRecord = (
  { id, at, action, role, count, route, source }: Attempt,
  requestId: string,
): AuditRecord => ({
  _id: id,
  at: new Date(at),
  actor: { role },
  kind: 'security',
  action,
  changes: [
    ...(route === undefined ? [] : [{ field: 'route', after: route }]),
    { field: 'count', after: count },
  ],
  ...(source && { source }),
  requestId,
});
