import { describe, expect, it } from 'vitest';
import { DAY, grantPeriod, HOUR } from '../../test/support/grant-period.js';
import type { GrantPeriod } from './grant-period.js';
import { computeStart, durationMs, nextReschedule, nextSeq } from './schedule.js';

const NOW = 1_800_000_000_000;
const hourly = { plan: 'hourly', length: HOUR } as const;

describe('lengths', () => {
  it('are exact', () => {
    expect(durationMs('hourly')).toBe(3_600_000);
    expect(durationMs('premium_monthly')).toBe(30 * DAY);
    expect(durationMs('professional_yearly')).toBe(365 * DAY);
  });
});

describe('new access', () => {
  it('begins at once where nothing runs', () => {
    expect(computeStart(hourly, [], NOW)).toBe(NOW);
    expect(computeStart(hourly, [grantPeriod('hourly', NOW - HOUR)], NOW)).toBe(NOW);
  });

  it('queues behind what allows as much, until its last millisecond', () => {
    const running = grantPeriod('hourly', NOW - HOUR + 1);
    expect(computeStart(hourly, [running], NOW)).toBe(NOW + 1);
    const queued = grantPeriod('hourly', running.endsAt);
    expect(computeStart(hourly, [queued, running], NOW)).toBe(queued.endsAt);
    const year = grantPeriod('professional_yearly', NOW - DAY);
    expect(computeStart(hourly, [year], NOW)).toBe(year.endsAt);
  });

  it('begins beside what allows less or other things', () => {
    expect(computeStart(hourly, [grantPeriod('premium_yearly', NOW - DAY)], NOW)).toBe(NOW);
    const professional = { plan: 'professional', length: 30 * DAY } as const;
    const narrow = [grantPeriod('hourly', NOW), grantPeriod('premium_monthly', NOW)];
    expect(computeStart(professional, narrow, NOW)).toBe(NOW);
  });

  it('does not wait for what was refunded', () => {
    expect(computeStart(hourly, [grantPeriod('hourly', NOW - 1, { isRefunded: true })], NOW)).toBe(
      NOW,
    );
  });

  it('uses a gap that is long enough, and no shorter one', () => {
    expect(computeStart(hourly, [grantPeriod('hourly', NOW + HOUR)], NOW)).toBe(NOW);
    expect(computeStart(hourly, [grantPeriod('hourly', NOW + HOUR - 1)], NOW)).toBe(
      NOW + 2 * HOUR - 1,
    );
  });

  it('gets the next place', () => {
    expect(nextSeq([])).toBe(1);
    const gone = grantPeriod('hourly', NOW - DAY, { seq: 7, isRefunded: true });
    expect(nextSeq([grantPeriod('hourly', NOW, { seq: 3 }), gone])).toBe(8);
  });
});

describe('after a refund', () => {
  /** All advances, one after the other, as the ledger makes them. */
  const settle = (grants: GrantPeriod[], now: number): GrantPeriod[] => {
    const advance = nextReschedule(grants, now);
    if (!advance) return grants;
    const { startsAt, grant: moved } = advance;
    const endsAt = startsAt + (moved.endsAt - moved.startsAt);
    const rest = grants.filter(({ id }) => id !== moved.id);
    return settle([...rest, { ...moved, startsAt, endsAt, seq: nextSeq(grants) }], now);
  };
  const startsOf = (grants: GrantPeriod[]) =>
    Object.fromEntries(grants.map(({ id, startsAt }) => [id, startsAt]));

  it('those behind it move forward, in their order', () => {
    const refunded = grantPeriod('hourly', NOW - 60_000, { isRefunded: true });
    const second = grantPeriod('hourly', refunded.endsAt);
    const third = grantPeriod('hourly', second.endsAt);
    expect(startsOf(settle([third, refunded, second], NOW))).toEqual({
      [refunded.id]: refunded.startsAt,
      [second.id]: NOW,
      [third.id]: NOW + HOUR,
    });
  });

  it('of one in the queue, what runs stays', () => {
    const running = grantPeriod('hourly', NOW - 60_000);
    const refunded = grantPeriod('hourly', running.endsAt, { isRefunded: true });
    const third = grantPeriod('hourly', refunded.endsAt);
    const settled = startsOf(settle([running, refunded, third], NOW));
    expect(settled[running.id]).toBe(NOW - 60_000);
    expect(settled[third.id]).toBe(running.endsAt);
  });

  it('what still waits for another one stays', () => {
    const refunded = grantPeriod('hourly', NOW - 60_000, { isRefunded: true });
    const year = grantPeriod('professional_yearly', NOW - DAY);
    const queued = grantPeriod('hourly', year.endsAt);
    expect(nextReschedule([refunded, year, queued], NOW)).toBeUndefined();
  });

  it('what was bought before it, or never waited for it, stays', () => {
    const queued = grantPeriod('hourly', NOW + HOUR);
    const later = grantPeriod('hourly', NOW + 2 * HOUR, { isRefunded: true });
    expect(nextReschedule([queued, later], NOW)).toBeUndefined();
    const premium = grantPeriod('premium_monthly', NOW - DAY, { isRefunded: true });
    expect(nextReschedule([premium, queued], NOW)).toBeUndefined();
  });

  it('nothing moves without one, even across a gap, nor long after it', () => {
    const queued = grantPeriod('hourly', NOW + HOUR);
    expect(nextReschedule([queued], NOW)).toBeUndefined();
    const over = grantPeriod('hourly', NOW - HOUR, { isRefunded: true });
    expect(nextReschedule([over, queued], NOW)).toBeUndefined();
  });
});
