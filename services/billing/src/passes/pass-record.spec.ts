import { expect, it } from 'vitest';
import { DAY, grantPeriod, HOUR } from '../../test/support/grant-period.js';
import { computePassState } from './schedule.js';

const NOW = 1_800_000_000_000;
const passOf = (...[grants, moment = NOW]: [Parameters<typeof computePassState>[0], number?]) =>
  computePassState(grants, moment).pass;

const pass = grantPeriod('hourly', NOW);
const end = NOW + HOUR;

it.each([
  ['the millisecond before', NOW - 1, false],
  ['second 0', NOW, true],
  ['second 3,599', NOW + 3_599_000, true],
  ['the last millisecond', end - 1, true],
  ['second 3,600', end, false],
])('an hourly pass at %s', (_moment, moment, isRunning) => {
  const expected = { id: pass.id, plan: 'hourly', expiresAt: end, until: end };
  expect(passOf([pass], moment)).toEqual(isRunning ? expected : undefined);
});

const premium = grantPeriod('premium_yearly', NOW - DAY);
const hourly = grantPeriod('hourly', NOW - 60_000);
const second = grantPeriod('hourly', hourly.endsAt);
const third = grantPeriod('hourly', second.endsAt);
const later = grantPeriod('hourly', hourly.endsAt + 1);
const both = { id: premium.id, until: premium.endsAt };

it('what a practice may do is nothing without purchases, or with a refunded one', () => {
  expect(computePassState([], NOW)).toEqual({ nextStart: undefined });
  expect(passOf([grantPeriod('hourly', NOW, { isRefunded: true })])).toBeUndefined();
});

it.each([
  [
    'what all allow together, until the first ends',
    [hourly, premium],
    { ...both, plan: 'professional', expiresAt: hourly.endsAt },
  ],
  ['what is left then', [premium], { ...both, plan: 'premium', expiresAt: premium.endsAt }],
  [
    'what runs, until something queued begins',
    [premium, second],
    { ...both, plan: 'premium', expiresAt: second.startsAt },
  ],
  [
    'what runs, through the queue without a gap',
    [third, hourly, second],
    { id: hourly.id, plan: 'hourly', expiresAt: hourly.endsAt, until: third.endsAt },
  ],
  [
    'what runs, until a gap',
    [hourly, later],
    { id: hourly.id, plan: 'hourly', expiresAt: hourly.endsAt, until: hourly.endsAt },
  ],
])('what a practice may do is %s', (_what, grants, expected) => {
  expect(passOf(grants)).toEqual(expected);
});

it('what a practice may do is read again when the next one begins', () => {
  const grants = [third, hourly, second];
  expect(computePassState(grants, NOW).nextStart).toBe(second.startsAt);
  expect(passOf(grants, hourly.endsAt)?.id).toBe(second.id);
  expect(computePassState([later], NOW)).toEqual({ nextStart: later.startsAt });
});

it('what a practice may do bears the id of the one that allows most, of these of the first', () => {
  const long = grantPeriod('hourly', NOW - DAY, { endsAt: NOW + HOUR });
  const professional = grantPeriod('professional_monthly', NOW);
  expect(passOf([long, premium, professional])?.id).toBe(professional.id);
  expect(passOf([long, grantPeriod('premium_yearly', NOW - HOUR)])?.id).toBe(long.id);
});
