import { describe, expect, it } from '@jest/globals';
import { DAY, HOUR, holding } from '../../test/holding.fixture.js';
import type { Holding } from './holding.js';
import { lengthOf, nextAdvance, nextSeq, startOf } from './schedule.js';

const NOW = 1_800_000_000_000;
const hourly = { plan: 'hourly', length: HOUR } as const;

describe('lengths', () => {
  it('are exact', () => {
    expect(lengthOf('hourly')).toBe(3_600_000);
    expect(lengthOf('premium_monthly')).toBe(30 * DAY);
    expect(lengthOf('professional_yearly')).toBe(365 * DAY);
  });
});

describe('new access', () => {
  it('begins at once where nothing runs', () => {
    expect(startOf(hourly, [], NOW)).toBe(NOW);
    expect(startOf(hourly, [holding('hourly', NOW - HOUR)], NOW)).toBe(NOW);
  });

  it('queues behind what allows as much, until its last millisecond', () => {
    const running = holding('hourly', NOW - HOUR + 1);
    expect(startOf(hourly, [running], NOW)).toBe(NOW + 1);
    const queued = holding('hourly', running.endsAt);
    expect(startOf(hourly, [queued, running], NOW)).toBe(queued.endsAt);
    const year = holding('professional_yearly', NOW - DAY);
    expect(startOf(hourly, [year], NOW)).toBe(year.endsAt);
  });

  it('begins beside what allows less or other things', () => {
    expect(startOf(hourly, [holding('premium_yearly', NOW - DAY)], NOW)).toBe(NOW);
    const professional = { plan: 'professional', length: 30 * DAY } as const;
    const narrow = [holding('hourly', NOW), holding('premium_monthly', NOW)];
    expect(startOf(professional, narrow, NOW)).toBe(NOW);
  });

  it('does not wait for what was refunded', () => {
    expect(startOf(hourly, [holding('hourly', NOW - 1, { isRefunded: true })], NOW)).toBe(NOW);
  });

  it('uses a gap that is long enough, and no shorter one', () => {
    expect(startOf(hourly, [holding('hourly', NOW + HOUR)], NOW)).toBe(NOW);
    expect(startOf(hourly, [holding('hourly', NOW + HOUR - 1)], NOW)).toBe(NOW + 2 * HOUR - 1);
  });

  it('gets the next place', () => {
    expect(nextSeq([])).toBe(1);
    const gone = holding('hourly', NOW - DAY, { seq: 7, isRefunded: true });
    expect(nextSeq([holding('hourly', NOW, { seq: 3 }), gone])).toBe(8);
  });
});

describe('after a refund', () => {
  /** All advances, one after the other, as the ledger makes them. */
  const settle = (holdings: Holding[], now: number): Holding[] => {
    const advance = nextAdvance(holdings, now);
    if (!advance) return holdings;
    const { startsAt, holding: moved } = advance;
    const endsAt = startsAt + (moved.endsAt - moved.startsAt);
    const rest = holdings.filter(({ id }) => id !== moved.id);
    return settle([...rest, { ...moved, startsAt, endsAt, seq: nextSeq(holdings) }], now);
  };
  const startsOf = (holdings: Holding[]) =>
    Object.fromEntries(holdings.map(({ id, startsAt }) => [id, startsAt]));

  it('those behind it move forward, in their order', () => {
    const refunded = holding('hourly', NOW - 60_000, { isRefunded: true });
    const second = holding('hourly', refunded.endsAt);
    const third = holding('hourly', second.endsAt);
    expect(startsOf(settle([third, refunded, second], NOW))).toEqual({
      [refunded.id]: refunded.startsAt,
      [second.id]: NOW,
      [third.id]: NOW + HOUR,
    });
  });

  it('of one in the queue, what runs stays', () => {
    const running = holding('hourly', NOW - 60_000);
    const refunded = holding('hourly', running.endsAt, { isRefunded: true });
    const third = holding('hourly', refunded.endsAt);
    const settled = startsOf(settle([running, refunded, third], NOW));
    expect(settled[running.id]).toBe(NOW - 60_000);
    expect(settled[third.id]).toBe(running.endsAt);
  });

  it('what still waits for another one stays', () => {
    const refunded = holding('hourly', NOW - 60_000, { isRefunded: true });
    const year = holding('professional_yearly', NOW - DAY);
    const queued = holding('hourly', year.endsAt);
    expect(nextAdvance([refunded, year, queued], NOW)).toBeUndefined();
  });

  it('what was bought before it, or never waited for it, stays', () => {
    const queued = holding('hourly', NOW + HOUR);
    const later = holding('hourly', NOW + 2 * HOUR, { isRefunded: true });
    expect(nextAdvance([queued, later], NOW)).toBeUndefined();
    const premium = holding('premium_monthly', NOW - DAY, { isRefunded: true });
    expect(nextAdvance([premium, queued], NOW)).toBeUndefined();
  });

  it('nothing moves without one, even across a gap, nor long after it', () => {
    const queued = holding('hourly', NOW + HOUR);
    expect(nextAdvance([queued], NOW)).toBeUndefined();
    const over = holding('hourly', NOW - HOUR, { isRefunded: true });
    expect(nextAdvance([over, queued], NOW)).toBeUndefined();
  });

  it('settles: a second look changes nothing', () => {
    const refunded = holding('professional_monthly', NOW - DAY, { isRefunded: true });
    const ones = [refunded, ...[0, 1, 2].map((n) => holding('hourly', refunded.endsAt + n * HOUR))];
    const settled = settle(ones, NOW);
    expect(nextAdvance(settled, NOW)).toBeUndefined();
    expect(nextAdvance(settled, NOW + 1_000)).toBeUndefined();
    expect(settled.slice(1).map(({ startsAt }) => startsAt)).toEqual([
      NOW,
      NOW + HOUR,
      NOW + 2 * HOUR,
    ]);
  });
});
