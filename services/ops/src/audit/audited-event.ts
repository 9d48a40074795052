import type {
  AuditKind,
  EventContract,
  EventEnvelope,
  FieldChange,
  PayloadOf,
} from '@ctdb/contracts';

/** What an audit entry holds besides actor, time and kind. */
export interface AuditDetails {
  objectId?: string | undefined;
  label?: string | undefined;
  changes?: readonly FieldChange[];
  /** Name of the administrator, if the envelope cannot know it. */
  actor?: string;
}

/** Maps an event to an audit entry. */
export interface AuditMapping {
  readonly event: EventContract;
  readonly kind: AuditKind;
  /** The third part of the event's name: `created`, `signed-in`. */
  readonly action: string;
  toDetails(payload: unknown, envelope: EventEnvelope): AuditDetails;
}

/** `created` of `catalog.disease.created.v1`. */
export const actionOf = ({ name }: EventContract): string => name.split('.')[2] ?? name;

/** Creates a mapping; `toDetails` gets the payload as the contract parses it. */
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

/** Values as changes without a `before`. */
export const asChanges = (values: Readonly<Record<string, unknown>>): FieldChange[] =>
  Object.entries(values)
    .filter(([, after]) => after !== undefined)
    .map(([field, after]) => ({ field, after }));
