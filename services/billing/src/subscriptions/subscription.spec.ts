import { describe, expect, it } from '@jest/globals';
import { emailKey } from './email.js';
import { isPlan, subscriptionOf, type PlanPayment } from './subscription.js';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
const month = (startDay: number, overrides: Partial<PlanPayment> = {}): PlanPayment => ({
  item: 'premium_monthly',
  paymentId: `C${startDay}`,
  paidAt: NOW + startDay * DAY,
  startsAt: NOW + startDay * DAY,
  endsAt: NOW + (startDay + 30) * DAY,
  isRefunded: false,
  ...overrides,
});
const unclaimed = month(-2, { startsAt: undefined, endsAt: undefined, paymentId: 'U' });

describe('a subscription', () => {
  it.each<[string, PlanPayment[], string, string]>([
    ['one that runs', [month(-1)], 'active', 'C-1'],
    ['one that is paid and not begun', [unclaimed], 'inactive', 'U'],
    ['one that is over', [month(-31)], 'expired', 'C-31'],
    ['one that ends in this moment', [month(-30)], 'expired', 'C-30'],
    ['one that was refunded', [month(-1, { isRefunded: true })], 'refunded', 'C-1'],
    ['two of which one ends later', [month(-1), month(29), month(-5)], 'active', 'C29'],
    ['one that runs, and a refund', [month(-9), month(-1, { isRefunded: true })], 'active', 'C-9'],
    ['one that runs, and one not begun', [unclaimed, month(-29)], 'active', 'C-29'],
    ['one not begun, and one that is over', [month(-31), unclaimed], 'inactive', 'U'],
    [
      'one over, and a later refund',
      [month(-40), month(-3, { isRefunded: true })],
      'refunded',
      'C-3',
    ],
    [
      'an early refund, and one over',
      [month(-60, { isRefunded: true }), month(-40)],
      'expired',
      'C-40',
    ],
  ])('of %s', (_what, payments, status, paymentId) => {
    expect(subscriptionOf(payments, NOW)).toMatchObject({ status, paymentId });
    expect(subscriptionOf([...payments].reverse(), NOW)).toMatchObject({ status, paymentId });
  });

  it('has the times of what counts', () => {
    const { startsAt, endsAt } = month(29);
    const expected = { status: 'active', type: 'premium_monthly', paymentId: 'C29' };
    expect(subscriptionOf([month(-1), month(29)], NOW)).toEqual({ ...expected, startsAt, endsAt });
    expect(subscriptionOf([], NOW)).toBeUndefined();
  });

  it('is of plans alone', () => {
    expect(isPlan('hourly')).toBe(false);
    expect(isPlan('professional_monthly')).toBe(true);
  });
});

describe('an e-mail address', () => {
  it('is compared without regard to case and outer spaces', () => {
    expect(emailKey(' Asha.Rao@Example.COM ')).toBe('asha.rao@example.com');
    expect(emailKey('e\u0301va@example.com')).toBe(emailKey('\u00c9VA@example.com'));
    expect(emailKey('\ud800')).toBe('\ufffd');
  });
});
