import type { Checkout, Receipt } from '@ctdb/contracts';
import { json } from '@/testing/mock-api';

const items = {
  hourly: '9.99',
  premium_monthly: '29.99',
  premium_yearly: '299.99',
  professional_monthly: '49.99',
  professional_yearly: '499.99',
};

/** The checkout configuration with the PayPal simulator. */
export const testCheckout: Checkout = {
  mode: 'test',
  clientToken: 'token',
  clientId: null,
  charge: { currency: 'USD', items },
};

export const receipt: Receipt = {
  code: 'CT-1234-5678',
  item: 'hourly',
  amount: '9.99',
  currency: 'USD',
  paidAt: '2026-11-21T10:00:00.000Z',
  reference: 'CAPTURE1',
};

const HOUR_MS = 3_600_000;

/** An hourly pass that starts the given number of milliseconds from now. */
export const hourlyPassFrom = (ms: number) => ({
  plan: 'hourly' as const,
  startsAt: new Date(Date.now() + ms).toISOString(),
  expiresAt: new Date(Date.now() + ms + HOUR_MS).toISOString(),
});

export const completed = () => json({ status: 'COMPLETED', pass: hourlyPassFrom(0), receipt });

/** Replies that a checkout page needs when it opens. */
export const checkoutReplies = {
  'GET /api/session': () => json({ role: 'anonymous', capabilities: [] }),
  'GET /api/admin/pricing': () => json({ usd_hourly: '9.99', inr_hourly: '799' }),
  'GET /paypal/setup': () => json(testCheckout),
};
