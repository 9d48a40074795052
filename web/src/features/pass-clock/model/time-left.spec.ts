import { describe, expect, it } from '@jest/globals';
import { endOf, shownTime, untilNext } from './time-left';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the end', () => {
  it('is counted from the moment of the question', () => {
    expect(endOf({ askedAt: 500, secondsLeft: 3_600 })).toBe(3_600_500);
  });

  it('is never in the very moment in which the server still said yes', () => {
    expect(endOf({ askedAt: 500, secondsLeft: 0 })).toBe(1_500);
  });
});

describe('the time that is shown', () => {
  it.each([
    [0, '00:00'],
    [1, '00:01'],
    [59_001, '01:00'],
    [5 * 60_000, '05:00'],
    [HOUR - 1, '1:00:00'],
    [HOUR, '1:00:00'],
    [HOUR - 1_000, '59:59'],
    [2 * DAY - 1_000, '47:59:59'],
  ])('of %i ms is %s', (ms, clock) => {
    expect(shownTime(ms)).toEqual({ clock });
  });

  it('of a long time is whole days', () => {
    expect(shownTime(2 * DAY)).toEqual({ days: 2 });
    expect(shownTime(30 * DAY - 1)).toEqual({ days: 29 });
  });
});

describe('the wait for another time', () => {
  it('ends where the next second begins', () => {
    expect(untilNext(3_000)).toBe(1_000);
    expect(untilNext(2_999)).toBe(999);
    expect(untilNext(1)).toBe(1);
  });

  it('never shows the same second twice', () => {
    for (const ms of [90_000, 61_234, 1_500, 1_000]) {
      expect(shownTime(ms - untilNext(ms))).not.toEqual(shownTime(ms));
    }
  });

  it('is a minute while only days are shown', () => {
    expect(untilNext(20 * DAY)).toBe(60_000);
  });
});
