import {
  admin,
  anonymous,
  type RpcCaller,
  rpcCallers,
  startTestService,
  type TestEnv,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  accessKeys,
  captureOrder,
  type CaptureOutcome,
  createOrder,
  NO_ACTIVE_PASS,
  passRecord,
  type PassRecord,
  type PurchaseItem,
  receiveWebhook,
  type RequestInput,
} from '@ctdb/contracts';
import { afterEach, beforeAll } from '@jest/globals';
import type { Redis } from 'ioredis';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { BillingModule } from '../../src/billing.module.js';
import { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import { billingEnv, redisOf } from './billing.js';
import { getPrice } from './ledger.js';
import { type Choice, type SignedWebhook, PaypalSimulator } from './paypal.js';

type OrderRequest = RequestInput<typeof createOrder>;

/**
 * Billing with an account of its own at the simulator, as buyers and administrators meet it. It runs
 * during the tests of the file; each test ends without faults at the simulator.
 */
export class Shop {
  readonly simulator = new PaypalSimulator();
  readonly env: TestEnv;
  readonly redis: Redis;
  service!: TestService;
  buyer!: RpcCaller;
  admin!: RpcCaller;

  constructor(settings: Record<string, string> = {}) {
    this.env = billingEnv({ ...this.simulator.env, ...settings });
    this.redis = redisOf(this.env);
    beforeAll(async () => {
      this.service = await startTestService(BillingModule, this.env);
      const as = await rpcCallers(this.env);
      this.buyer = as(anonymous);
      this.admin = as(admin());
    }, 60_000);
    afterEach(() => this.simulator.noFaults());
  }

  purchases(): Model<PurchaseRecord> {
    return this.service.get<Model<PurchaseRecord>>(getModelToken(PurchaseRecord.name));
  }

  order(
    holder: string,
    overrides: Partial<OrderRequest> = {},
    idempotencyKey?: string,
  ): Promise<{ id: string; approveUrl: string }> {
    const item = overrides.item ?? 'hourly';
    const request = { amount: getPrice(item), currency: 'USD', intent: 'CAPTURE', item };
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
    await this.buyer(receiveWebhook, { headers, body: Buffer.from(body).toString('base64') });
  }

  /** The purchase of an order at PayPal, as it is stored. */
  readonly stored = async (providerOrderId: string): Promise<PurchaseRecord> => {
    const found = await this.purchases().findOne({ providerOrderId }).lean();
    if (!found) throw new Error('the order is not stored');
    return found;
  };

  /** What Redis says that a browser may do. */
  async pass(holder: string): Promise<PassRecord | undefined> {
    const value = await this.redis.get(accessKeys.pass(holder));
    return value === null || value === NO_ACTIVE_PASS
      ? undefined
      : passRecord.parse(JSON.parse(value));
  }
}
