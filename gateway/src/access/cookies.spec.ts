import { expect, it } from 'vitest';
import { bearerToken, parseToken } from './cookies.js';

it('a token could be ours up to 200 characters', () => {
  expect(parseToken('x'.repeat(43))).toBe('x'.repeat(43));
  for (const text of [undefined, '', 'x'.repeat(201)]) expect(parseToken(text)).toBeUndefined();
});

it.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['Bearer  abc', undefined],
  ['Bearer a b', undefined],
  ['Basic abc', undefined],
  ['Bearer ', undefined],
  [undefined, undefined],
])('a token of the header %s is %s', (header, token) => {
  expect(bearerToken(header)).toBe(token);
});
