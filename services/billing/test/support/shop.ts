import {
  captureOrder,
  type CaptureOutcome,
  createOrder,
  type PassRecord,
  type PaymentProviderName,
  type PurchaseItem,
  receiveWebhook,
  type RequestInput,
} from '@ctdb/contracts';
import { afterEach } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import { billingEnv, TestBilling } from './billing.js';
import { getPrice } from './ledger.js';
import { type Choice, type SignedWebhook, PaypalSimulator } from './paypal.js';
import { RazorpaySimulator } from './razorpay.js';

type OrderRequest = RequestInput<typeof createOrder>;

/**
 * Billing with an account of its own at the simulator of one provider, as buyers and administrators
 * meet it. Each test ends without faults at the simulator.
 */
export class Shop extends TestBilling {
  readonly simulator: PaypalSimulator;

  constructor(
    settings: Record<string, string> = {},
    readonly provider: PaymentProviderName = 'paypal',
  ) {
    const simulator = provider === 'paypal' ? new PaypalSimulator() : new RazorpaySimulator();
    super(billingEnv({ ...simulator.env, ...settings }));
    this.simulator = simulator;
    afterEach(() => simulator.noFaults());
  }

  purchases(): Model<PurchaseRecord> {
    return this.service.get<Model<PurchaseRecord>>(getModelToken(PurchaseRecord.name));
  }

  order(
    holder: string,
    overrides: Partial<OrderRequest> = {},
    idempotencyKey?: string,
  ): Promise<{ id: string; approveUrl: string }> {
    const { provider } = this;
    const item = overrides.item ?? 'hourly';
    const currency = provider === 'paypal' ? 'USD' : 'INR';
    const price = { amount: getPrice(item, currency), currency };
    const email = item === 'hourly' ? {} : { email: 'buyer@example.com' };
    const request = { ...price, intent: 'CAPTURE', item, provider, ...email };
    return this.buyer(
      createOrder,
      { ...request, holder, returnOrigin: 'http://localhost:8080', ...overrides },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );
  }

  /** An order that its buyer has agreed to. */
  async approved(holder: string, choice: Choice = 'pay', item?: PurchaseItem): Promise<string> {
    const { id } = await this.order(holder, item ? { item } : {});
    await this.simulator.approve(id, choice);
    return id;
  }

  capture(id: string, holder: string): Promise<CaptureOutcome> {
    return this.buyer(captureOrder, { id, holder });
  }

  /** A capture whose buyer waits no longer than `deadlineMs`. */
  captureWithin(id: string, holder: string, deadlineMs: number): Promise<CaptureOutcome> {
    return this.buyer(captureOrder, { id, holder }, { deadlineMs });
  }

  /** An order that is paid for, with what the capture answered. */
  async bought(holder: string, item?: PurchaseItem): Promise<{ id: string; purchaseId: string }> {
    const id = await this.approved(holder, 'pay', item);
    const outcome = await this.capture(id, holder);
    if (outcome.status !== 'COMPLETED') throw new Error('the payment was not completed');
    return { id, purchaseId: (await this.stored(id))._id.toHexString() };
  }

  /** Hands a webhook to billing. */
  async deliver({ headers, body }: SignedWebhook): Promise<void> {
    const { provider } = this;
    const bytes = Buffer.from(body).toString('base64');
    await this.buyer(receiveWebhook, { provider, headers, body: bytes });
  }

  /** The purchase of an order at PayPal, as it is stored. */
  readonly stored = async (providerOrderId: string): Promise<PurchaseRecord> => {
    const found = await this.purchases().findOne({ providerOrderId }).lean();
    if (!found) throw new Error('the order is not stored');
    return found;
  };

  /** What Redis says that a browser may do. */
  async pass(holder: string): Promise<PassRecord | undefined> {
    const value = await this.inRedis(holder);
    return value === null || typeof value === 'string' ? undefined : value;
  }
}
