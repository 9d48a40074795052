import type {
  AuditKind,
  EventContract,
  EventEnvelope,
  FieldChange,
  PayloadOf,
} from '@ctdb/contracts';

/** What the audit trail keeps of an event beside who, when and what kind. */
export interface Told {
  objectId?: string | undefined;
  label?: string | undefined;
  changes?: readonly FieldChange[];
  /** Name of the administrator who acted, where the envelope cannot know it yet or any more. */
  actor?: string;
}

/** One row of the table of events: what the trail makes of it. */
export interface Audited {
  readonly event: EventContract;
  readonly kind: AuditKind;
  /** The fact of the event's name: `created`, `signed-in`. */
  readonly action: string;
  tell(payload: unknown, envelope: EventEnvelope): Told;
}

/** `catalog.disease.created.v1` tells of a fact named `created`. */
export const factOf = ({ name }: EventContract): string => name.split('.')[2] ?? name;

/** Makes a row; the payload has been parsed by the contract. */
export const audited = <E extends EventContract>(
  kind: AuditKind,
  event: E,
  tell: (payload: PayloadOf<E>) => Told,
): Audited => ({
  kind,
  event,
  action: factOf(event),
  tell: (payload) => tell(event.payload.parse(payload) as PayloadOf<E>),
});

/** What became of fields, as changes without a past. */
export const noted = (values: Readonly<Record<string, unknown>>): FieldChange[] =>
  Object.entries(values)
    .filter(([, after]) => after !== undefined)
    .map(([field, after]) => ({ field, after }));
