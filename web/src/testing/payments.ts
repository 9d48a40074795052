import type { Checkout, Pricing, Receipt } from '@ctdb/contracts';
import { screen } from '@testing-library/react';
import { fill } from '@/testing/page';
import { json, sessionOf } from '@/testing/mock-api';
import { user } from './render';

const items = {
  hourly: '9.99',
  premium_monthly: '29.99',
  premium_yearly: '299.99',
  professional_monthly: '49.99',
  professional_yearly: '499.99',
};

const rupeeItems = {
  hourly: '799.00',
  premium_monthly: '2499.00',
  premium_yearly: '24999.00',
  professional_monthly: '3999.00',
  professional_yearly: '39999.00',
};

/** The checkout of a server that knows PayPal alone, with the simulator. */
export const testCheckout: Checkout = {
  mode: 'test',
  clientToken: 'token',
  clientId: null,
  charge: { currency: 'USD', items },
};

/** The checkout with both providers. */
export const bothCheckout: Checkout = {
  ...testCheckout,
  providers: [
    { name: 'paypal', mode: 'test', charge: testCheckout.charge },
    { name: 'razorpay', mode: 'test', charge: { currency: 'INR', items: rupeeItems } },
  ],
};

export const pricing: Pricing = {
  usd_hourly: '9.99',
  inr_hourly: '799',
  inr_premium_monthly: '2499',
  inr_premium_yearly: '24999',
  inr_professional_monthly: '3999',
  inr_professional_yearly: '39999',
};

/** Fills in the address that a plan needs. */
export const typeEmail = (value = 'asha@example.com') => fill(/^Email address/, value);

/** Opens the ways to pay that are folded; jsdom opens nothing by a click. */
export const openOtherWays = async (): Promise<void> => {
  await user.click(await screen.findByText('Other ways to pay'));
};

export const ACCESS_CODE = 'K7QM-2TXD-9RWC-4HBN';

export const receipt: Receipt = {
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

interface Completed {
  pass?: object;
  item?: string;
  /** The time of the server. */
  date?: string;
  hasCode?: boolean;
}

/** The answer to a capture: paid, with an hourly pass that starts now. */
export const completed = (answer: Completed = {}): Response => {
  const { pass, item = 'hourly', date, hasCode = true } = answer;
  return json(
    {
      status: 'COMPLETED',
      pass: { ...hourlyPassFrom(0), ...pass },
      receipt: { ...receipt, item },
      ...(hasCode && { accessCode: ACCESS_CODE }),
    },
    { headers: date ? { date: new Date(date).toUTCString() } : {} },
  );
};

/** Replies that a checkout page needs when it opens. */
export const checkoutReplies = {
  ...sessionOf('anonymous'),
  'GET /api/admin/pricing': () => json(pricing),
  'GET /paypal/setup': () => json(testCheckout),
};

/** The same with both providers. */
export const bothReplies = { ...checkoutReplies, 'GET /paypal/setup': () => json(bothCheckout) };
