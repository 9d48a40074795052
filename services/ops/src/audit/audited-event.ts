import type {
  AuditKind,
  EventContract,
  EventEnvelope,
  FieldChange,
  PayloadOf,
} from '@ctdb/contracts';

/** What the audit trail keeps of an event beside who, when and what kind. */
export interface AuditDetails {
  objectId?: string | undefined;
  label?: string | undefined;
  changes?: readonly FieldChange[];
  /** Name of the administrator who acted, where the envelope cannot know it yet or any more. */
  actor?: string;
}

/** One row of the table of events: what the trail makes of it. */
export interface AuditMapping {
  readonly event: EventContract;
  readonly kind: AuditKind;
  /** The fact of the event's name: `created`, `signed-in`. */
  readonly action: string;
  toDetails(payload: unknown, envelope: EventEnvelope): AuditDetails;
}

/** `catalog.disease.created.v1` tells of a fact named `created`. */
export const actionOf = ({ name }: EventContract): string => name.split('.')[2] ?? name;

/** Makes a row; the payload has been parsed by the contract. */
export const auditMapping = <E extends EventContract>(
  kind: AuditKind,
  event: E,
  toDetails: (payload: PayloadOf<E>) => AuditDetails,
): AuditMapping => ({
  kind,
  event,
  action: actionOf(event),
  toDetails: (payload) => toDetails(event.payload.parse(payload) as PayloadOf<E>),
});

/** What became of fields, as changes without a past. */
export const asChanges = (values: Readonly<Record<string, unknown>>): FieldChange[] =>
  Object.entries(values)
    .filter(([, after]) => after !== undefined)
    .map(([field, after]) => ({ field, after }));
