import { expect, it } from 'vitest';
import { z } from 'zod';
import { differences, type Schema } from './differences.ts';

const schema = (type: z.ZodType): Schema => z.toJSONSchema(type, { io: 'input' }) as Schema;
const compare = (sent: z.ZodType, accepted: z.ZodType, strict = true): string[] =>
  differences(schema(sent), schema(accepted), { strict });

const id = z.uuid();
const same = z.strictObject({
  id,
  at: z.iso.datetime(),
  size: z.int().min(1).max(9).default(1),
  kind: z.enum(['a', 'b']),
  names: z.record(z.string(), z.string().max(5)),
  parts: z.array(z.discriminatedUnion('is', [z.object({ is: z.literal('x'), n: z.number() })])),
  other: z.union([z.string(), z.null()]),
  any: z.unknown(),
});

it.each([
  ['the same', same, same],
  ['narrower limits', z.string().min(2).max(3), z.string().max(4)],
  ['whole numbers for numbers', z.int(), z.number()],
  ['fewer values', z.enum(['a']), z.enum(['a', 'b'])],
  ['a value for its type', z.literal('a'), z.string()],
  ['one of several', z.string(), z.union([z.number(), z.string()])],
  ['a new optional field', z.object({ id }), z.object({ id, more: z.string().optional() })],
  ['a new field with a default', z.object({ id }), z.object({ id, more: z.int().default(1) })],
])('differences none: %s', (_, sent, accepted) => {
  expect(compare(sent, accepted)).toEqual([]);
});

it.each([
  ['another type', z.string(), z.number(), ': string, not number'],
  ['a type for a value', z.string(), z.enum(['a']), ': "anything" is not accepted'],
  ['a new value', z.enum(['a', 'b']), z.enum(['a']), ': "b" is not accepted'],
  ['longer', z.string().max(5), z.string().max(4), ': maxLength 5, not 4'],
  ['shorter', z.string(), z.string().min(2), ': minLength undefined, not 2'],
  ['another format', z.string(), z.iso.date(), ': format undefined, not date'],
  ['a required field', z.object({}), z.object({ id }), '.id: may be missing'],
  ['an optional one', z.object({ id: id.optional() }), z.object({ id }), '.id: may be missing'],
  ['nothing for text', z.string().nullable(), z.string(), ': null, not string'],
  [
    'inside',
    z.array(z.object({ n: z.string() })),
    z.array(z.object({ n: z.int() })),
    '[].n: string, not integer',
  ],
  [
    'records',
    z.record(z.string(), z.string()),
    z.record(z.string(), z.int()),
    '.*: string, not integer',
  ],
  ['a number for a value', z.literal(1), z.string(), ': [1], not string'],
])('differences one: %s', (_, sent, accepted, difference) => {
  const found = compare(sent, accepted);
  expect(found.some((text) => text.startsWith(difference))).toBe(true);
});

it('differences an unknown field, only where the receiver refuses it', () => {
  const [sent, accepted] = [z.strictObject({ id, more: id }), z.strictObject({ id })];
  expect(compare(sent, accepted)).toEqual(['.more: is not known']);
  expect(compare(sent, accepted, false)).toEqual([]);
});
