import { expect, it } from 'vitest';
import { normalizeEmail, isPlan, type PlanPayment, deriveSubscription } from './subscription.js';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
const at = (day: number) => new Date(NOW + day * DAY);
const month = (startDay: number, overrides: Partial<PlanPayment> = {}): PlanPayment => ({
  item: 'premium_monthly',
  captureId: `C${startDay}`,
  paidAt: at(startDay),
  grant: { startsAt: at(startDay), endsAt: at(startDay + 30) },
  state: 'paid',
  ...overrides,
});
const refunded = { state: 'refunded' } as const;
const unclaimed: PlanPayment = { ...month(-2, { captureId: 'U' }) };
delete unclaimed.grant;

it.each<[string, PlanPayment[], string, string]>([
  ['one that runs', [month(-1)], 'active', 'C-1'],
  ['one that is paid and not begun', [unclaimed], 'inactive', 'U'],
  ['one that is over', [month(-31)], 'expired', 'C-31'],
  ['one that ends in this moment', [month(-30)], 'expired', 'C-30'],
  ['one that was refunded', [month(-1, refunded)], 'refunded', 'C-1'],
  ['two of which one ends later', [month(-1), month(29), month(-5)], 'active', 'C29'],
  ['one that runs, and a refund', [month(-9), month(-1, refunded)], 'active', 'C-9'],
  ['one that runs, and one not begun', [unclaimed, month(-29)], 'active', 'C-29'],
  ['one not begun, and one that is over', [month(-31), unclaimed], 'inactive', 'U'],
  ['one over, and a later refund', [month(-40), month(-3, refunded)], 'refunded', 'C-3'],
  ['an early refund, and one over', [month(-60, refunded), month(-40)], 'expired', 'C-40'],
])('a subscription of %s', (_what, payments, status, captureId) => {
  const expected = { status, payment: { captureId } };
  expect(deriveSubscription(payments, NOW)).toMatchObject(expected);
  expect(deriveSubscription([...payments].reverse(), NOW)).toMatchObject(expected);
});

it('a subscription is none without payments', () => {
  expect(deriveSubscription([], NOW)).toBeUndefined();
});

it('a subscription is of plans alone', () => {
  expect(isPlan('hourly')).toBe(false);
  expect(isPlan('professional_monthly')).toBe(true);
});

it('an e-mail address is compared without regard to case and outer spaces', () => {
  expect(normalizeEmail(' Asha.Rao@Example.COM ')).toBe('asha.rao@example.com');
  expect(normalizeEmail('e\u0301va@example.com')).toBe(normalizeEmail('\u00c9VA@example.com'));
  expect(normalizeEmail('\ud800')).toBe('\ufffd');
});
