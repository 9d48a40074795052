import { expect, it } from 'vitest';
import { coveragePercent } from './backups.service.js';

it.each([
  [0, 0, 100],
  [10, 0, 0],
  [3, 1, 33.3],
  [10_000, 9_999, 99.9],
  [24, 24, 100],
  [24, 25, 100],
])('coverage of %i images with %i right backups is %d percent', (total, verified, percent) => {
  expect(coveragePercent(total, verified)).toBe(percent);
});
