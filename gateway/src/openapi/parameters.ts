import type { RouteContract } from '@ctdb/contracts';
import { z } from 'zod';

/** A JSON Schema (2020-12), the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Describes what a caller sends (`input`, before defaults and trimming), or gets (`output`), as JSON Schema. */
export const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const described: JsonSchema = { ...z.toJSONSchema(schema, { io }) };
  // The document says once which dialect its schemas are.
  delete described.$schema;
  return described;
};

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

const members = (schema: z.ZodType | undefined, place: 'path' | 'query'): Parameter[] => {
  if (!schema) return [];
  const { required = [] } = toJsonSchema(schema, 'input');
  // The text of a number is described as the number.
  const { properties = {} } = toJsonSchema(schema, 'output');
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: member === true || member === false ? {} : member,
  }));
};

const header = (name: string, description: string, schema: JsonSchema): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

const text: JsonSchema = { type: 'string' };

const headers = (route: RouteContract): Parameter[] => [
  header(
    'Accept-Language',
    'Languages of messages by preference: en, kn, or en without either',
    text,
  ),
  ...(route.conditional
    ? [
        header('If-Match', 'Version that the caller has seen, as "3", or *', {
          type: 'string',
          pattern: '^(\\*|(W/)?"[1-9]\\d{0,14}")$',
        }),
      ]
    : []),
  ...(route.idempotent
    ? [
        header('Idempotency-Key', 'Makes a repeated request one request, for 24 hours', {
          type: 'string',
          pattern: '^[\\x21-\\x7e]{1,200}$',
        }),
      ]
    : []),
  ...(route.revalidated ? [header('If-None-Match', 'Tag of what the caller holds', text)] : []),
  ...(route.binary
    ? [
        header('Range', 'One part of the bytes; any other range is answered with all of them', {
          type: 'string',
          pattern: '^bytes=\\d{0,15}-\\d{0,15}$',
        }),
        header(
          'If-Range',
          'Tag of what the caller holds a part of; all comes if it is another',
          text,
        ),
      ]
    : []),
];

/** All parameters of `route`. */
export const toParameters = (route: RouteContract): Parameter[] => [
  ...members(route.params, 'path'),
  ...members(route.query, 'query'),
  ...headers(route),
];
