import { z } from 'zod';

/** A JSON Schema (2020-12), the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What a caller sends (`input`, before defaults and trimming), or gets (`output`), as JSON Schema. */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const described: JsonSchema = { ...z.toJSONSchema(schema, { io }) };
  // The document says once which dialect its schemas are.
  delete described.$schema;
  return described;
};
