import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { paypalConfig, paypalEnv, type PaypalConfig } from '../src/paypal/paypal.config.js';
import { PaypalProvider } from '../src/paypal/paypal.provider.js';
import type { NewProviderOrder } from '../src/provider/payment-provider.js';
import { StandIn } from './payments/stand-in.js';

/** PayPal's client with an account of its own at the stand-in. */
export const newPaypal = (overrides: Partial<PaypalConfig> = {}) => {
  const standIn = new StandIn();
  const config = paypalConfig(z.object(paypalEnv).parse(standIn.env));
  if (config === undefined) throw new Error('the stand-in has credentials');
  return { standIn, config, provider: new PaypalProvider({ ...config, ...overrides }) };
};

/** An order for an hour; each has an id of its own. */
export const newProviderOrder = (overrides: Partial<NewProviderOrder> = {}): NewProviderOrder => ({
  orderId: randomBytes(12).toString('hex'),
  item: 'hourly',
  amountMinor: 999,
  currency: 'USD',
  locale: 'en',
  returnUrl: 'http://localhost:8080/payment?order=1',
  cancelUrl: 'http://localhost:8080/hourly-access',
  ...overrides,
});

/** A request id that was never used. */
export const newRequestId = (): string => randomBytes(8).toString('hex');
