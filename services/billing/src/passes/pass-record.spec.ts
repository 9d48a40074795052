import { passRecord } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { DAY, grantPeriod, HOUR } from '../../test/support/grant-period.js';
import { computePassState } from './pass-record.js';

const NOW = 1_800_000_000_000;
const at = (seconds: number) => NOW + seconds * 1_000;

describe('an hourly pass', () => {
  const pass = grantPeriod('hourly', NOW);
  const state = (moment: number) => computePassState([pass], moment).record;

  it.each([
    ['the millisecond before', NOW - 1, false],
    ['second 0', NOW, true],
    ['second 3,599', at(3_599), true],
    ['the last millisecond', at(3_600) - 1, true],
    ['second 3,600', at(3_600), false],
    ['two hours later', at(7_200), false],
  ])('at %s', (_moment, moment, isRunning) => {
    const expected = { id: pass.id, plan: 'hourly', expiresAt: at(3_600), until: at(3_600) };
    expect(computePassState([pass], moment).planId).toBeUndefined();
    expect(state(moment)).toEqual(isRunning ? expected : null);
  });

  it('fits the contract', () => {
    expect(passRecord.parse(state(NOW))).toEqual(state(NOW));
  });
});

describe('what a browser may do', () => {
  it('is nothing without purchases, or with a refunded one', () => {
    expect(computePassState([], NOW)).toEqual({ record: null, nextStart: undefined });
    const refunded = grantPeriod('hourly', NOW, { isRefunded: true });
    expect(computePassState([refunded], NOW).record).toBeNull();
  });

  it('is what all running purchases allow together, until the first ends', () => {
    const premium = grantPeriod('premium_yearly', NOW - DAY);
    const hourly = grantPeriod('hourly', NOW - 60_000);
    expect(computePassState([hourly, premium], NOW).record).toEqual({
      id: premium.id,
      plan: 'professional',
      expiresAt: hourly.endsAt,
      until: premium.endsAt,
    });
    expect(computePassState([hourly, premium], hourly.endsAt).record).toEqual({
      id: premium.id,
      plan: 'premium',
      expiresAt: premium.endsAt,
      until: premium.endsAt,
    });
  });

  it('bears the id of the one that allows most; the plan that allows most decides the holder', () => {
    const hourly = grantPeriod('hourly', NOW - DAY, { endsAt: NOW + HOUR });
    const premium = grantPeriod('premium_yearly', NOW - HOUR);
    const professional = grantPeriod('professional_monthly', NOW);
    const state = computePassState([hourly, premium, professional], NOW);
    expect(state).toMatchObject({ record: { id: professional.id }, planId: professional.id });
    const both = computePassState([hourly, premium], NOW);
    expect(both).toMatchObject({ record: { id: hourly.id }, planId: premium.id });
  });

  it('continues without a gap through the queue, read again at each change', () => {
    const first = grantPeriod('hourly', NOW - 1_000);
    const second = grantPeriod('hourly', first.endsAt);
    const third = grantPeriod('hourly', second.endsAt);
    const { record, nextStart } = computePassState([third, first, second], NOW);
    expect(record).toEqual({
      id: first.id,
      plan: 'hourly',
      expiresAt: first.endsAt,
      until: third.endsAt,
    });
    expect(nextStart).toBe(second.startsAt);
    expect(computePassState([third, first, second], first.endsAt).record?.id).toBe(second.id);
  });

  it('ends at a gap', () => {
    const first = grantPeriod('hourly', NOW - 1_000);
    const later = grantPeriod('hourly', first.endsAt + 1);
    expect(computePassState([first, later], NOW).record?.until).toBe(first.endsAt);
    expect(computePassState([later], NOW)).toEqual({ record: null, nextStart: later.startsAt });
  });

  it('changes when something queued begins before what runs ends', () => {
    const premium = grantPeriod('premium_yearly', NOW - DAY);
    const hourly = grantPeriod('hourly', NOW + HOUR);
    expect(computePassState([premium, hourly], NOW).record).toMatchObject({
      plan: 'premium',
      expiresAt: hourly.startsAt,
      until: premium.endsAt,
    });
  });
});
