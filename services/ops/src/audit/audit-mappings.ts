import {
  auditKind,
  eventSubscriptions,
  planItemNames,
  planPriceField,
  priceEvents,
  toDecimalString,
  type AuditKind,
  type EventContract,
  type FieldChange,
  type PayloadOf,
} from '@ctdb/contracts';
import { z } from 'zod';
import table from './audit-mappings.json' with { type: 'json' };

/** Maps an event to an audit entry. */
export interface AuditMapping {
  readonly event: EventContract;
  readonly kind: AuditKind;
  /** The third part of the event's name: `created`, `signed-in`. */
  readonly action: string;
  /** What its entry holds besides time and kind; `actor` if the envelope cannot know it. */
  toDetails(payload: unknown): Partial<ReturnType<typeof toDetails>> & { changes: FieldChange[] };
}

/** Names of fields of a payload. */
const names = z.array(z.string()).default([]);

/**
 * Which fields of their payloads the entries of some events have. The `changes` of a payload are those of its entry, and
 * of its `fields` the names, because their values may be personal data.
 */
const row = z.strictObject({
  kind: auditKind,
  events: z.array(z.string()),
  /** The object, and what people call it: the first of these fields that the payload has, or the same text for all. */
  id: names,
  label: names,
  text: z.string().optional(),
  /** Names the administrator where the call is anonymous: the account's owner. */
  actor: z.string().optional(),
  /** What `before` and `after` of the payload are values of. */
  change: z.string().optional(),
  /** Ids and other values that become changes without a `before`. */
  values: names,
});
type Row = z.infer<typeof row>;

const payloadOfAny = z.looseObject({
  changes: z.array(z.custom<FieldChange>()).default([]),
  fields: z.array(z.string()).default([]),
});

const toDetails = ({ id, label, text, actor = '', change, values }: Row, payload: unknown) => {
  const known = payloadOfAny.parse(payload);
  const find = (all: readonly string[]) =>
    all.map((name) => known[name]).find((value) => value !== undefined) as string | undefined;
  return {
    objectId: find(id),
    label: text ?? find(label),
    actor: find([actor]),
    changes: [
      ...known.changes,
      ...known.fields.map((field) => ({ field })),
      ...(change === undefined
        ? []
        : [{ field: change, before: known['before'], after: known['after'] }]),
      ...values.flatMap((field) =>
        known[field] === undefined ? [] : [{ field, after: known[field] }],
      ),
    ],
  };
};

const contracts = new Map(eventSubscriptions.ops?.map((event) => [event.name as string, event]));

/** The mappings of a row. Throws where it names an event or a field that is not known. */
const toMappings = (one: Row) =>
  one.events.map((name) => {
    const event = contracts.get(name);
    if (!(event?.payload instanceof z.ZodObject)) throw new Error(`ops takes no event ${name}`);
    const { id, label, actor, values } = one;
    for (const field of [...id, ...label, ...values, ...(actor ? [actor] : [])])
      if (!(field in event.payload.shape)) throw new Error(`${name} has no field ${field}`);
    return { kind: one.kind, event, toDetails: (payload: unknown) => toDetails(one, payload) };
  });

const toPriceChanges = ({ before, after }: PayloadOf<typeof priceEvents.changed>) =>
  [
    ['usd_hourly', before.usdCents, after.usdCents] as const,
    ['inr_hourly', before.inrPaise, after.inrPaise] as const,
    ...planItemNames.map(
      (item) => [planPriceField(item), before.plansPaise[item], after.plansPaise[item]] as const,
    ),
  ]
    .filter(([, old, now]) => old !== now)
    .map(([field, old, now]) => ({
      field,
      before: toDecimalString(old),
      after: toDecimalString(now),
    }));

const mappings: readonly Omit<AuditMapping, 'action'>[] = [
  ...z.array(row).parse(table).flatMap(toMappings),
  {
    kind: 'price',
    event: priceEvents.changed,
    toDetails: (payload) => ({
      changes: toPriceChanges(payload as PayloadOf<typeof priceEvents.changed>),
    }),
  },
];

/** All audited events: those that ops takes (`eventSubscriptions` of the contracts). */
export const auditMappings: readonly AuditMapping[] = mappings.map((mapping) => ({
  ...mapping,
  action: mapping.event.name.split('.')[2] ?? mapping.event.name,
}));
