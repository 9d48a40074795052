import { expect, it } from 'vitest';
import { etagMatches, listEtag } from './etag.js';

it('the ETag of a list depends on the registry and the question alone', () => {
  const etag = listEtag('abc', ['Skin', undefined, 1, 10]);
  expect(listEtag('abc', ['Skin', undefined, 1, 10])).toBe(etag);
  const others = [
    listEtag('abd', ['Skin', undefined, 1, 10]),
    listEtag('abc', ['Skin', undefined, 2, 10]),
    listEtag('abc', [undefined, 'Skin', 1, 10]),
  ];
  expect(new Set([etag, ...others]).size).toBe(4);
  expect(etag).toMatch(/^[\w.-]+$/);
});

it.each([
  ['abc.7.x', true],
  ['"abc.7.x"', true],
  ['W/"abc.7.x"', true],
  ['"other", W/"abc.7.x"', true],
  ['"abc.7.xy"', false],
  ['*', false],
  ['', false],
  [undefined, false],
])('the ETag of a list is recognised in %j: %j', (known, held) => {
  expect(etagMatches(known, 'abc.7.x')).toBe(held);
});
