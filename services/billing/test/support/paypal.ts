import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { NewProviderOrder } from '../../src/payments/providers/payment-provider.js';
import { paymentsEnv, paypalConfig, type PaypalConfig } from '../../src/payments.config.js';
import { PaypalProvider } from '../../src/payments/providers/paypal/paypal.provider.js';

/** How a buyer answers on the approval page. */
export type Choice = 'pay' | 'decline' | 'pending' | 'declineCapture';

/** Something that goes wrong at PayPal; see the simulator for the kinds. */
export interface Fault {
  call: string;
  kind: string;
  times?: number;
  status?: number;
  ms?: number;
  issue?: string;
  capture?: { value?: string; currency?: string; customId?: string };
}

/** What money has really moved. */
export interface Ledger {
  captures: { id: string; orderId: string; customId: string; status: string; value: string }[];
  refunds: { id: string; captureId: string; status: string; value: string }[];
}

/** An event of a provider. */
export interface SimulatorEvent {
  type: string;
  /** The body of its webhook. */
  body: string;
}

/** A webhook as a provider sends it. */
export interface SignedWebhook {
  headers: Record<string, string>;
  body: string;
}

/** PayPal's simulator, with an account of its own, as tests drive it. */
export class PaypalSimulator {
  readonly base = process.env['PAYPAL_BASE_URL'] ?? 'PAYPAL_BASE_URL must name the simulator';
  readonly clientId = `test-${randomBytes(8).toString('hex')}`;
  readonly secret = randomBytes(16).toString('hex');

  /** What billing needs to use this account. */
  get env(): Record<string, string> {
    return {
      PAYPAL_BASE_URL: this.base,
      PAYPAL_CLIENT_ID: this.clientId,
      PAYPAL_CLIENT_SECRET: this.secret,
    };
  }

  approve(orderId: string, choice: Choice = 'pay', email = 'buyer@example.com'): Promise<unknown> {
    return this.post(`orders/${orderId}/approve`, { choice, email });
  }

  fault(fault: Fault): Promise<unknown> {
    return this.post('faults', fault);
  }

  noFaults(): Promise<unknown> {
    return this.call('DELETE', 'faults');
  }

  /** What becomes of a payment that is held, or was made. */
  turn(captureId: string, outcome: 'release' | 'deny' | 'refund'): Promise<unknown> {
    return this.post(`captures/${captureId}/${outcome}`, {});
  }

  /** The merchant gives a part back on the provider's own site. */
  refundPart(captureId: string, amount: string): Promise<unknown> {
    return this.post(`captures/${captureId}/refund`, { amount });
  }

  endRefund(refundId: string, outcome: 'complete' | 'fail'): Promise<unknown> {
    return this.post(`refunds/${refundId}/${outcome}`, {});
  }

  /** Returns the time there. */
  async advance(advanceMs: number): Promise<Date> {
    const { now } = (await this.post('clock', { advanceMs })) as { now: string };
    return new Date(now);
  }

  /** PayPal's list of transactions has them so late. */
  delayLists(delayMs: number): Promise<unknown> {
    return this.post('lists', { delayMs });
  }

  /** From now on PayPal lists events; they go nowhere. */
  registerWebhook(): Promise<unknown> {
    return this.post('webhooks', { id: 'TEST' });
  }

  ledger(): Promise<Ledger> {
    return this.call('GET', 'ledger') as Promise<Ledger>;
  }

  async events(): Promise<SimulatorEvent[]> {
    return ((await this.call('GET', 'webhooks/events')) as { events: SimulatorEvent[] }).events;
  }

  /** The webhook of an event; PayPal's proves nothing. */
  sign({ body }: SimulatorEvent): SignedWebhook {
    return { headers: {}, body };
  }

  protected post(path: string, body: unknown): Promise<unknown> {
    return this.call('POST', path, body);
  }

  private async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const credentials = Buffer.from(`${this.clientId}:${this.secret}`).toString('base64');
    const ask = () =>
      fetch(`${this.base}/_control/${path}`, {
        method,
        headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    // A connection that was kept may have been closed at just that moment.
    const answer = await ask().catch(ask);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the simulator refused ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}

/** PayPal's client with an account of its own at the simulator. */
export const newPaypal = (overrides: Partial<PaypalConfig> = {}) => {
  const simulator = new PaypalSimulator();
  const config = paypalConfig(z.object(paymentsEnv).parse(simulator.env));
  if (config === undefined) throw new Error('the simulator has credentials');
  return { simulator, config, provider: new PaypalProvider({ ...config, ...overrides }) };
};

/** An order for an hour; each has an id of its own. */
export const newProviderOrder = (overrides: Partial<NewProviderOrder> = {}): NewProviderOrder => ({
  orderId: randomBytes(12).toString('hex'),
  item: 'hourly',
  amountMinor: 999,
  currency: 'USD',
  locale: 'en',
  email: undefined,
  mark: '2.hourly.en..practice.tag',
  now: Date.now(),
  returnUrl: 'http://localhost:8080/payment?order=1',
  cancelUrl: 'http://localhost:8080/hourly-access',
  ...overrides,
});

/** A request id that was never used. */
export const newRequestId = (): string => randomBytes(8).toString('hex');
