import { expect, it } from 'vitest';
import { successRate, countEntries } from './success-rate.js';

it('the success rate is null without a final outcome', () => {
  expect(successRate({})).toBeNull();
  expect(successRate({ Baseline: 3, Ongoing: 2 })).toBeNull();
});

it('the success rate counts successes among final outcomes only', () => {
  const successes = { Improved: 1, Resolved: 1, Effective: 1, 'Partial Relief': 1 };
  const failures = { 'No Change': 1, 'No Effect': 1, Worsened: 1, 'Adverse Effect': 1 };
  const counts = { ...successes, ...failures, Baseline: 50, Ongoing: 50 };
  expect(successRate(counts)).toBe(0.5);
  expect(countEntries(counts)).toBe(108);
});
