import { describe, expect, it } from '@jest/globals';
import { bearerOf, tokenOf } from './token.js';

describe('a token', () => {
  it('could be ours up to 200 characters', () => {
    expect(tokenOf('x'.repeat(43))).toBe('x'.repeat(43));
    for (const text of [undefined, '', 'x'.repeat(201)]) expect(tokenOf(text)).toBeUndefined();
  });

  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['Bearer  abc', undefined],
    ['Bearer a b', undefined],
    ['Basic abc', undefined],
    ['Bearer ', undefined],
    [undefined, undefined],
  ])('of the header %s is %s', (header, token) => {
    expect(bearerOf(header)).toBe(token);
  });
});
