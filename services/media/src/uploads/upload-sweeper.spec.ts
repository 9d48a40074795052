import { expect, it } from 'vitest';
import { isSafeToDelete } from './upload-sweeper.js';

it.each([
  [20, 20, true],
  [21, 2_099, false],
  [21, 2_100, true],
  [1_000, 100_000, true],
  [1_001, 100_000, false],
])('orphans %i of %i objects are safe to delete: %s', (orphans, objects, believed) => {
  expect(isSafeToDelete({ orphans, objects, hasImages: true })).toBe(believed);
});

it('orphans are never deleted if there is no image', () => {
  expect(isSafeToDelete({ orphans: 1, objects: 100_000, hasImages: false })).toBe(false);
});
