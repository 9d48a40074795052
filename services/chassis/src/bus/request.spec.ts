import { expect, it } from 'vitest';
import { defineQuery } from '@ctdb/contracts';
import { z } from 'zod';
import { parseRequest } from './request.js';

const contract = defineQuery({
  name: 'catalog.test.get',
  access: false,
  request: z.strictObject({
    id: z.int(),
    parts: z.array(z.strictObject({ name: z.string() })).default([]),
  }),
  reply: z.object({}),
});
const parse = (request: unknown): unknown =>
  parseRequest(contract, Buffer.from(JSON.stringify(request)));

it('a request keeps nothing that its contract does not know', () => {
  const request = { id: 1, later: { id: 2 }, parts: [{ name: 'a', size: 1 }], __proto__: null };
  expect(parse(request)).toEqual({ id: 1, parts: [{ name: 'a' }] });
});

it('a request is refused with all its faults where anything else is wrong', () => {
  const faults = [
    { path: 'id', code: 'WRONG_TYPE' },
    { path: 'later', code: 'UNKNOWN_KEY' },
  ];
  const refused = { code: 'VALIDATION_FAILED', params: { faults } };
  expect(() => parse({ id: 'x', later: 1 })).toThrow(expect.objectContaining(refused) as Error);
});
