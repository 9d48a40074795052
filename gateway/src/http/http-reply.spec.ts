import { expect, it } from 'vitest';
import { matchesEtag } from './http-reply.js';

it.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
])('If-None-Match %s knows "a": %s', (header, known) => {
  expect(matchesEtag(header, '"a"')).toBe(known);
  expect(matchesEtag(header, 'W/"a"')).toBe(known);
});
