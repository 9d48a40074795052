import { expect, it } from 'vitest';
import { MAX_TRIES, pauseAfter } from './mails.repository.js';

it('tries for about a day, soon at first', () => {
  const pauses = Array.from({ length: MAX_TRIES - 1 }, (_, index) => pauseAfter(index + 1));
  expect(pauses.slice(0, 3)).toEqual([5_000, 10_000, 20_000]);
  expect(Math.max(...pauses)).toBe(600_000);
  const hours = pauses.reduce((sum, each) => sum + each, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThan(25);
});
