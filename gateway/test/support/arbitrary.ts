import fc from 'fast-check';

/** The part of JSON Schema that our description uses. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly maxItems?: number;
}

const hostile = fc.oneof(
  fc.anything({ withNullPrototype: false, withDate: false, maxDepth: 2 }),
  fc.constantFrom(
    { $ne: null },
    '\u0000',
    '\ud800',
    '../../etc/passwd',
    "'; DROP TABLE diseases; --",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '\u202e\u200d\u200c',
    1e308,
    -0,
    [],
    {},
  ),
);

const textFor = ({
  pattern,
  format,
  minLength = 0,
  maxLength = 60,
}: Schema): fc.Arbitrary<unknown> => {
  if (format === 'date')
    return fc.constantFrom('2026-01-05', '2026-02-30', '1850-01-01', '9999-01-01');
  if (format === 'date-time')
    return fc.constantFrom('2026-01-05T10:00:00Z', '2026-01-05T99:00:00Z');
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.min(maxLength, 60), unit: 'grapheme' });
};

const recordFor = ({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> => {
  const members = Object.entries(properties).map(([name, part]) => [name, arbitraryOf(part)]);
  return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [...required],
  });
};

const byType: Readonly<Record<string, (schema: Schema) => fc.Arbitrary<unknown>>> = {
  string: textFor,
  integer: () => fc.integer({ min: -5, max: 2_000_000 }),
  number: () => fc.integer({ min: -5, max: 2_000_000 }),
  array: ({ items = {} }) => fc.array(arbitraryOf(items), { maxLength: 5 }),
  object: recordFor,
};

const fitting = (schema: Schema): fc.Arbitrary<unknown> => {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  return byType[schema.type ?? '']?.(schema) ?? fc.jsonValue({ maxDepth: 2 });
};

/** Values that mostly fit `schema`, and sometimes anything else. */
export const arbitraryOf = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: fitting(schema) }, { weight: 1, arbitrary: hostile });
