import { describe, expect, it } from '@jest/globals';
import { newLease, nextLook } from './leases.js';

describe('leases', () => {
  it('expire, and have different ids', () => {
    const [one, other] = [newLease(1_000, 500), newLease(1_000, 500)];
    expect(one.until).toEqual(new Date(1_500));
    expect(one.id).not.toBe(other.id);
  });
});

describe('looking again', () => {
  it.each([
    [0, 0],
    [4, 1],
    [60, 15],
    [3_600, 600],
    [86_400, 600],
  ])('comes, after %d s, in %d s', (age, wait) => {
    expect(nextLook(0, age * 1_000)).toBe((age + wait) * 1_000);
  });
});
