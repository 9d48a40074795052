import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@ctdb/contracts';
import { rangeOf } from './byte-range.js';

describe('a range of 1,000 bytes', () => {
  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=990-', 990, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=999-999', 999, 999],
  ])('%s', (header, first, last) => {
    expect(rangeOf(header, 1_000)).toEqual({ first, last });
  });

  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=9-1',
    'bytes=0-1,5-6',
    'lines=0-1',
    'bytes=a-b',
  ])('%s is the whole', (header) => {
    expect(rangeOf(header, 1_000)).toBeUndefined();
  });

  it.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('%s has nothing in it', (header) => {
    expect(() => rangeOf(header, 1_000)).toThrow(DomainError);
  });
});
