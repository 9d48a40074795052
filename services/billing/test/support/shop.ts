import {
  captureOrder,
  type CaptureOutcome,
  createOrder,
  type PassRecord,
  type PaymentProviderName,
  paymentProviders,
  receiveWebhook,
  type ReplyOf,
  type RequestInput,
} from '@ctdb/contracts';
import type { TestEnv } from '@ctdb/chassis/testing';
import { afterEach } from 'vitest';
import { PurchaseRecoveryService } from '../../src/payments/recovery/purchase-recovery.service.js';
import type { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import { simulators as shared, TestBilling } from './billing.js';
import { getPrice, newBrowser } from './ledger.js';
import type { Choice, Ledger, PaypalSimulator, SignedWebhook, SimulatorEvent } from './paypal.js';

type OrderRequest = RequestInput<typeof createOrder>;

/** How a buyer orders and answers. */
interface Approval extends Partial<OrderRequest> {
  choice?: Choice;
  payer?: string;
}

/** An order with its ids at the provider and here. */
interface Approved {
  browser: string;
  id: string;
  purchaseId: string;
  accessCode: string;
}

interface Bought extends Approved {
  /** The provider's id of the payment. */
  captureId: string;
}

/**
 * Billing, as buyers of one provider and administrators meet it. Each test ends without faults at the simulator.
 */
export class Shop extends TestBilling {
  constructor(
    readonly provider: PaymentProviderName = 'paypal',
    env?: TestEnv,
    readonly simulators: Record<PaymentProviderName, PaypalSimulator> = shared,
  ) {
    super(env);
    afterEach(() => Promise.all(paymentProviders.map((name) => simulators[name].noFaults())));
  }

  get simulator(): PaypalSimulator {
    return this.simulators[this.provider];
  }

  readonly purchases = this.ledger.purchases;

  order(
    browser: string,
    overrides: Partial<OrderRequest> = {},
    idempotencyKey?: string,
  ): Promise<ReplyOf<typeof createOrder>> {
    const { item = 'hourly', provider = this.provider } = overrides;
    const currency = provider === 'paypal' ? 'USD' : 'INR';
    const price = { amount: getPrice(item, currency), currency };
    const email = item === 'hourly' ? {} : { email: 'buyer@example.com' };
    const state = provider === 'razorpay' ? ({ buyerState: '29' } as const) : {};
    const request = { ...price, intent: 'CAPTURE', item, provider, ...email, ...state };
    const order = { ...request, browser, returnOrigin: 'http://localhost:8080', ...overrides };
    return this.buyer(createOrder, order, idempotencyKey ? { idempotencyKey } : {});
  }

  /** An order whose buyer has answered at the provider. */
  async approved(approval: Approval = {}): Promise<Approved> {
    const { browser = newBrowser(), choice = 'pay', payer, ...order } = approval;
    const { id, accessCode } = await this.order(browser, order);
    await this.simulators[order.provider ?? this.provider].approve(id, choice, payer);
    return { browser, id, accessCode, purchaseId: (await this.stored(id))._id.toHexString() };
  }

  capture(id: string, browser: string, deadlineMs?: number): Promise<CaptureOutcome> {
    return this.buyer(captureOrder, { id, browser }, deadlineMs ? { deadlineMs } : {});
  }

  /** An order that is paid for. */
  async bought(approval?: Approval): Promise<Bought> {
    const approved = await this.approved(approval);
    const outcome = await this.capture(approved.id, approved.browser);
    if (outcome.status !== 'COMPLETED') throw new Error('the payment was not completed');
    return { ...approved, captureId: (await this.stored(approved.id)).captureId ?? '' };
  }

  /** What the provider does with the payment of an order. */
  async turn(id: string, outcome: 'release' | 'deny' | 'refund'): Promise<void> {
    const { captureId = '', provider = 'paypal' } = await this.stored(id);
    await this.simulators[provider].turn(captureId, outcome);
  }

  /** Hands a webhook to billing. */
  async deliver({ headers, body }: SignedWebhook, provider = this.provider): Promise<void> {
    const bytes = Buffer.from(body).toString('base64');
    await this.buyer(receiveWebhook, { provider, headers, body: bytes });
  }

  /** The newest event of a type that tells of the purchase. */
  async eventOf(
    purchaseId: string,
    type: string,
    simulator = this.simulator,
  ): Promise<SimulatorEvent> {
    const found = (await simulator.events()).findLast(
      (event) => event.type === type && event.body.includes(purchaseId),
    );
    if (!found) throw new Error(`no event ${type}`);
    return found;
  }

  /** The webhook about that event. */
  async webhook(purchaseId: string, type: string): Promise<SignedWebhook> {
    return this.simulator.sign(await this.eventOf(purchaseId, type));
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

  readonly capturesOf = async (
    id: string,
    provider: PaymentProviderName = this.provider,
  ): Promise<Ledger['captures']> =>
    (await this.simulators[provider].ledger()).captures.filter(({ orderId }) => orderId === id);

  readonly refundsOf = async (id: string): Promise<Ledger['refunds']> => {
    const ids = (await this.capturesOf(id)).map((capture) => capture.id);
    const { refunds } = await this.simulator.ledger();
    return refunds.filter(({ captureId }) => ids.includes(captureId));
  };

  /** What Redis says that a browser may do. */
  async pass(browser: string): Promise<PassRecord | undefined> {
    const value = await this.inRedis(browser);
    return value === null || typeof value === 'string' ? undefined : value;
  }
}
