import { type Plan, plans } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { includesPlan, combinedPlan } from './schedule.js';

it('what plans allow is compared', () => {
  const covered = Object.fromEntries(
    plans.map((plan) => [plan, plans.filter((other) => includesPlan(plan, other))]),
  );
  expect(covered).toEqual({
    hourly: ['hourly'],
    premium: ['premium'],
    professional: ['hourly', 'premium', 'professional'],
  });
});

it.each<[Plan[], Plan | undefined]>([
  [[], undefined],
  [['hourly'], 'hourly'],
  [['premium'], 'premium'],
  [['hourly', 'hourly'], 'hourly'],
  [['hourly', 'premium'], 'professional'],
  [['premium', 'professional'], 'professional'],
  [['professional', 'hourly', 'premium'], 'professional'],
])('what plans allow %j together is %s', (running, union) => {
  expect(combinedPlan(running)).toBe(union);
});
