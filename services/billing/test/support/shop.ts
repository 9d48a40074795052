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
import type { TestEnv } from '@ctdb/chassis/testing';
import type { Model } from 'mongoose';
import { afterEach } from 'vitest';
import { PurchaseRecoveryService } from '../../src/payments/purchase-recovery.service.js';
import { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import { simulators, TestBilling } from './billing.js';
import { getPrice } from './ledger.js';
import type { Choice, Ledger, PaypalSimulator, SignedWebhook } from './paypal.js';

type OrderRequest = RequestInput<typeof createOrder>;

/**
 * Billing, as buyers of one provider and administrators meet it. Each test ends without faults at the simulator.
 */
export class Shop extends TestBilling {
  constructor(
    readonly provider: PaymentProviderName = 'paypal',
    env?: TestEnv,
    readonly simulator: PaypalSimulator = simulators[provider],
  ) {
    super(env);
    afterEach(() => simulator.noFaults());
  }

  purchases(): Model<PurchaseRecord> {
    return this.model(PurchaseRecord.name);
  }

  order(
    holder: string,
    overrides: Partial<OrderRequest> = {},
    idempotencyKey?: string,
  ): Promise<{ id: string; approveUrl: string }> {
    const { item = 'hourly', provider = this.provider } = overrides;
    const currency = provider === 'paypal' ? 'USD' : 'INR';
    const price = { amount: getPrice(item, currency), currency };
    const email = item === 'hourly' ? {} : { email: 'buyer@example.com' };
    const state = provider === 'razorpay' ? ({ buyerState: '29' } as const) : {};
    const request = { ...price, intent: 'CAPTURE', item, provider, ...email, ...state };
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

  /** The id of the newest event of a type that tells of the purchase. */
  async eventOf(purchaseId: string, type: string): Promise<string> {
    const found = (await this.simulator.events()).findLast(
      (event) => event.type === type && JSON.stringify(event).includes(purchaseId),
    );
    if (!found) throw new Error(`no event ${type}`);
    return found.id;
  }

  /** The webhook about that event, as it is sent or with something wrong about it. */
  async webhook(purchaseId: string, type: string, forge?: string): Promise<SignedWebhook> {
    return this.simulator.sign(await this.eventOf(purchaseId, type), forge);
  }

  /** What the reconciler does with the order, as soon as the lease of the worker before is over. */
  async recover(id: string): Promise<void> {
    const { _id } = await this.stored(id);
    await this.purchases().updateOne({ _id }, { $unset: { lease: 1 } });
    await this.service.get(PurchaseRecoveryService).recover(_id.toHexString());
  }

  /** The purchase of an order at the provider, as it is stored. */
  readonly stored = async (providerOrderId: string): Promise<PurchaseRecord> => {
    const found = await this.purchases().findOne({ providerOrderId }).lean();
    if (!found) throw new Error('the order is not stored');
    return found;
  };

  readonly stateOf = async (id: string): Promise<string> => (await this.stored(id)).state;

  /** Changes an order, as it is stored. */
  readonly change = (id: string, changes: object) =>
    this.purchases().updateOne({ providerOrderId: id }, { $set: changes });

  readonly capturesOf = async (id: string): Promise<Ledger['captures']> =>
    (await this.simulator.ledger()).captures.filter(({ orderId }) => orderId === id);

  readonly refundsOf = async (id: string): Promise<Ledger['refunds']> => {
    const { captures, refunds } = await this.simulator.ledger();
    const own = captures.filter(({ orderId }) => orderId === id);
    return refunds.filter(({ captureId }) => own.some((capture) => capture.id === captureId));
  };

  /** What Redis says that a browser may do. */
  async pass(holder: string): Promise<PassRecord | undefined> {
    const value = await this.inRedis(holder);
    return value === null || typeof value === 'string' ? undefined : value;
  }
}
