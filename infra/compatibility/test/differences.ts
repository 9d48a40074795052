const lowerLimits = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'] as const;
const upperLimits = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'] as const;
type Limit = (typeof lowerLimits | typeof upperLimits)[number];

/** The part of JSON Schema that zod writes for our contracts. */
export interface Schema extends Partial<Record<Limit, number>> {
  /** `transform`: what a transformation returns is not known. */
  readonly $comment?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
}

const variants = (schema: Schema): readonly Schema[] | undefined =>
  schema.anyOf ??
  schema.oneOf ??
  (Array.isArray(schema.type)
    ? schema.type.map((type: string) => ({ ...schema, type }))
    : undefined);
const values = (schema: Schema): readonly unknown[] | undefined =>
  'const' in schema ? [schema.const] : schema.enum;
const isAnything = (schema: Schema): boolean =>
  schema.type === undefined && !variants(schema) && !values(schema);

/** How schemas are compared. */
export interface Comparison {
  /** Properties that the receiver does not know are an error; otherwise it leaves them out. */
  readonly strict: boolean;
}

const scalarDifferences = (sent: Schema, accepted: Schema): string[] => {
  const words = ['pattern', 'format'] as const;
  return [
    ...lowerLimits.filter((limit) => (sent[limit] ?? -Infinity) < (accepted[limit] ?? -Infinity)),
    ...upperLimits.filter((limit) => (sent[limit] ?? Infinity) > (accepted[limit] ?? Infinity)),
    ...words.filter((word) => accepted[word] !== undefined && sent[word] !== accepted[word]),
  ].map((name) => `${name} ${String(sent[name])}, not ${String(accepted[name])}`);
};

const objectDifferences = (
  sent: Schema,
  accepted: Schema,
  at: string,
  comparison: Comparison,
): string[] => {
  const known = accepted.properties ?? {};
  const rest = accepted.additionalProperties;
  const missing = (accepted.required ?? [])
    .filter((name) => !sent.required?.includes(name))
    .map((name) => `${at}.${name}: may be missing`);
  const members = Object.entries(sent.properties ?? {}).flatMap(([name, part]) => {
    const target = known[name] ?? (typeof rest === 'object' ? rest : undefined);
    if (target) return differences(part, target, comparison, `${at}.${name}`);
    return rest === false && comparison.strict ? [`${at}.${name}: is not known`] : [];
  });
  const others = sent.additionalProperties;
  const free =
    typeof others === 'object' && typeof rest === 'object'
      ? differences(others, rest, comparison, `${at}.*`)
      : [];
  return [...missing, ...members, ...free];
};

/**
 * What a sender of `sent` may send and a receiver of `accepted` refuses, each as a path and a reason;
 * empty: it accepts all. Rules that JSON Schema does not express (`refine`) are not compared.
 */
export const differences = (
  sent: Schema,
  accepted: Schema,
  comparison: Comparison,
  at = '',
): string[] => {
  if (isAnything(accepted) || sent.$comment === 'transform') return [];
  const sentVariants = variants(sent);
  if (sentVariants)
    return sentVariants.flatMap((variant) => differences(variant, accepted, comparison, at));
  const acceptedVariants = variants(accepted);
  if (acceptedVariants) {
    const found = acceptedVariants.map((variant) => differences(sent, variant, comparison, at));
    return found.sort((one, other) => one.length - other.length)[0] ?? [];
  }
  const allowed = values(accepted);
  if (allowed) {
    const extra = values(sent)?.filter((value) => !allowed.includes(value)) ?? ['anything'];
    return extra.map((value) => `${at}: ${JSON.stringify(value)} is not accepted`);
  }
  const given = values(sent);
  if (given)
    return given.some((value) => typeof value !== accepted.type && accepted.type !== 'integer')
      ? [`${at}: ${JSON.stringify(given)}, not ${String(accepted.type)}`]
      : [];
  const isWhole = sent.type === 'integer' && accepted.type === 'number';
  if (sent.type !== accepted.type && !isWhole)
    return [`${at}: ${String(sent.type ?? 'anything')}, not ${String(accepted.type)}`];
  return [
    ...scalarDifferences(sent, accepted).map((text) => `${at}: ${text}`),
    ...(accepted.items && accepted.type === 'array'
      ? differences(sent.items ?? {}, accepted.items, comparison, `${at}[]`)
      : []),
    ...(accepted.type === 'object' ? objectDifferences(sent, accepted, at, comparison) : []),
  ];
};
