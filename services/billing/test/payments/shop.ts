import { createHash, randomBytes } from 'node:crypto';
import {
  admin,
  anonymous,
  rpcCallers,
  type RpcCaller,
  type TestEnv,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  accessKeys,
  captureOrder,
  createOrder,
  NO_ACTIVE_PASS,
  passRecord,
  receiveWebhook,
  type CaptureOutcome,
  type PassRecord,
  type PurchaseItem,
  type RequestInput,
} from '@ctdb/contracts';
import type { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import type { PurchaseDocument } from '../../src/purchases/purchase.schema.js';
import { PURCHASES } from '../../src/purchases/purchases.tokens.js';
import { redisOf } from '../support.js';
import { priceOf } from './price-of.js';
import { StandIn, type Choice, type SignedWebhook } from './stand-in.js';

/** The hash of a new browser's token. */
export const newHolder = (): string => createHash('sha256').update(randomBytes(32)).digest('hex');

type OrderRequest = RequestInput<typeof createOrder>;

/** A running billing service with its stand-in, as buyers and administrators meet them. */
export class Shop {
  private constructor(
    readonly standIn: StandIn,
    readonly buyer: RpcCaller,
    readonly admin: RpcCaller,
    readonly redis: Redis,
    readonly purchases: () => Model<PurchaseDocument>,
  ) {}

  static async open(env: TestEnv, standIn: StandIn, service: TestService): Promise<Shop> {
    const as = await rpcCallers(env);
    const purchases = () => service.get<Model<PurchaseDocument>>(PURCHASES);
    return new Shop(standIn, as(anonymous), as(admin()), redisOf(env), purchases);
  }

  order(
    holder: string,
    overrides: Partial<OrderRequest> = {},
    idempotencyKey?: string,
  ): Promise<{ id: string; approveUrl: string }> {
    const item = overrides.item ?? 'hourly';
    const request = { amount: priceOf(item), currency: 'USD', intent: 'CAPTURE', item };
    return this.buyer(
      createOrder,
      { ...request, holder, returnOrigin: 'http://localhost:8080', ...overrides },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );
  }

  /** An order that its buyer has agreed to. */
  async approved(holder: string, choice: Choice = 'pay', item?: PurchaseItem): Promise<string> {
    const { id } = await this.order(holder, item ? { item } : {});
    await this.standIn.approve(id, choice);
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
  async stored(providerOrderId: string): Promise<PurchaseDocument> {
    const found = await this.purchases().findOne({ providerOrderId }).lean();
    if (!found) throw new Error('the order is not stored');
    return found;
  }

  /** What Redis says that a browser may do. */
  async pass(holder: string): Promise<PassRecord | undefined> {
    const value = await this.redis.get(accessKeys.pass(holder));
    return value === null || value === NO_ACTIVE_PASS
      ? undefined
      : passRecord.parse(JSON.parse(value));
  }
}
