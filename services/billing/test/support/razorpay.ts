import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { NewProviderOrder } from '../../src/payments/providers/payment-provider.js';
import { paymentsEnv, razorpayConfig, type RazorpayConfig } from '../../src/payments.config.js';
import { RazorpayProvider } from '../../src/payments/providers/razorpay/razorpay.provider.js';
import {
  newProviderOrder,
  PaypalSimulator,
  type SignedWebhook,
  type SimulatorEvent,
} from './paypal.js';

/** Razorpay at the same simulator, with an account of its own. */
export class RazorpaySimulator extends PaypalSimulator {
  readonly webhookSecret = randomBytes(16).toString('hex');

  override get env(): Record<string, string> {
    return {
      RAZORPAY_BASE_URL: this.base,
      RAZORPAY_KEY_ID: this.clientId,
      RAZORPAY_KEY_SECRET: this.secret,
      RAZORPAY_WEBHOOK_SECRET: this.webhookSecret,
    };
  }

  override sign({ body }: SimulatorEvent, algorithm = 'sha256'): SignedWebhook {
    const signature = createHmac(algorithm, this.webhookSecret).update(body).digest('hex');
    return { headers: { 'x-razorpay-signature': signature }, body };
  }
}

/** Razorpay's client with an account of its own at the simulator. */
export const newRazorpay = (overrides: Partial<RazorpayConfig> = {}) => {
  const simulator = new RazorpaySimulator();
  const config = razorpayConfig(z.object(paymentsEnv).parse(simulator.env));
  if (config === undefined) throw new Error('the simulator has credentials');
  return { simulator, config, provider: new RazorpayProvider({ ...config, ...overrides }) };
};

/** An order for an hour in rupees; each has an id of its own. */
export const newRupeeOrder = (overrides: Partial<NewProviderOrder> = {}): NewProviderOrder =>
  newProviderOrder({ amountMinor: 79_900, currency: 'INR', ...overrides });
