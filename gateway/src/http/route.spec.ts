import { expect, it } from 'vitest';
import { formatEtag } from './http-reply.js';
import { parseIdempotencyKey, parseIfMatch } from './route.js';

const malformed = (path: string) =>
  expect.objectContaining({ params: { faults: [{ path, code: 'WRONG_FORMAT' }] } });

it.each([
  [undefined, undefined],
  ['*', undefined],
  [' "12" ', 12],
  ['W/"12"', 12],
  [formatEtag(7), 7],
])('If-Match %s → %s', (header, version) => {
  expect(parseIfMatch(header)).toBe(version);
});

it('If-Match is malformed unless it is one version in quotation marks', () => {
  for (const header of ['', '12', '"a"', '"0"', '"1","2"', '"1', '"1.0"', '"1234567890123456"'])
    expect(() => parseIfMatch(header)).toThrow(malformed('If-Match'));
});

it('Idempotency-Key is 1 to 200 visible characters', () => {
  expect(parseIdempotencyKey(undefined)).toBeUndefined();
  expect(parseIdempotencyKey('8f14e45f-ceea')).toBe('8f14e45f-ceea');
  for (const header of ['', 'a b', 'x'.repeat(201), ['a', 'b']])
    expect(() => parseIdempotencyKey(header)).toThrow(malformed('Idempotency-Key'));
});
