import fc from 'fast-check';
import { z } from 'zod';
import type { Schema } from './arbitrary.js';

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-05',
  'date-time': '2026-01-05T10:00:00.000Z',
  uri: 'http://127.0.0.1:9/',
  uuid: '0b9e7a52-5a57-4c0f-9b2e-6f0f0c1d2e3f',
};

const textOf = ({ format = '', pattern, minLength = 0 }: Schema): string => {
  if (format in formats) return formats[format] ?? '';
  if (pattern === undefined) return 'x'.repeat(minLength);
  return fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 1 })[0] ?? '';
};

const byType: Readonly<Record<string, (schema: Schema) => unknown>> = {
  string: textOf,
  integer: ({ minimum = 0 }) => Math.max(0, minimum),
  number: ({ minimum = 0 }) => Math.max(0, minimum),
  boolean: () => false,
  null: () => null,
  array: ({ items = {} }) => [valueOf(items)],
  object: ({ properties = {}, required = [] }) =>
    Object.fromEntries(required.map((name) => [name, valueOf(properties[name] ?? {})])),
};

const valueOf = (schema: Schema): unknown => {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [variant] = schema.anyOf ?? schema.oneOf ?? [];
  const [type = ''] = [schema.type].flat();
  return variant ? valueOf(variant) : byType[type]?.(schema);
};

const samples = new Map<z.ZodType, unknown>();

/** A small value that fits `schema`: what is required, and one item of each list. */
export const sampleOf = <T>(schema: z.ZodType<T>): T => {
  if (!samples.has(schema))
    samples.set(schema, valueOf(z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema));
  return samples.get(schema) as T;
};
