import { describe, expect, it } from '@jest/globals';
import { isOvertaken } from './is-overtaken.js';

describe('a write that another one has overtaken', () => {
  it.each([
    ['E11000 duplicate key error', 11_000, true],
    ['conflicting key value violates exclusion constraint "documents_rum_index_1"', 1, true],
    ['deadlock detected', 16_908_292, true],
    ['not primary', 10_107, false],
    ['', undefined, false],
  ])('is told from others: %j, code %j', (message, code, expected) => {
    expect(isOvertaken(Object.assign(new Error(message), { code }))).toBe(expected);
  });

  it('is an error', () => {
    expect([undefined, null, 'deadlock detected'].map(isOvertaken)).toEqual([false, false, false]);
  });
});
