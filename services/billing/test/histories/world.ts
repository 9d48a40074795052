import { REDIS } from '@ctdb/chassis';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { mongo, type Model } from 'mongoose';
import { RestoreService } from '../../src/access/restore.service.js';
import { OrdersService } from '../../src/orders/orders.service.js';
import { PassesService } from '../../src/passes/passes.service.js';
import { Turns } from '../../src/passes/turns.js';
import { CaptureService } from '../../src/payments/capture.service.js';
import { FollowingService } from '../../src/payments/following.service.js';
import { OrderingService } from '../../src/payments/ordering.service.js';
import { WebhookService } from '../../src/payments/webhook.service.js';
import {
  PAYMENT_PROVIDER,
  ProviderUnavailable,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderOrder,
} from '../../src/provider/payment-provider.js';
import type { PurchaseDocument } from '../../src/purchases/purchase.schema.js';
import { PurchasesRepository } from '../../src/purchases/purchases.repository.js';
import { PURCHASES } from '../../src/purchases/purchases.tokens.js';
import { FinishingService } from '../../src/reconciler/finishing.service.js';
import type { StandIn } from '../payments/stand-in.js';
import { strike } from './operation.js';

const writes = ['insertOne', 'insertMany', 'findOneAndUpdate', 'updateOne', 'updateMany'] as const;
const calls = ['createOrder', 'getOrder', 'captureOrder', 'getCapture', 'refund'] as const;

/** Billing's services in this process, with places to crash; money moves at the stand-in. */
export class World {
  readonly ordering: OrderingService;
  readonly captures: CaptureService;
  readonly webhooks: WebhookService;
  readonly orders: OrdersService;
  readonly passes: PassesService;
  readonly restores: RestoreService;
  readonly finishing: FinishingService;
  readonly following: FollowingService;
  readonly repository: PurchasesRepository;
  readonly redis: Redis;
  readonly purchases: Model<PurchaseDocument>;
  /** Orders at PayPal that are charged with another amount than was ordered. */
  readonly altered = new Set<string>();

  constructor(
    app: Pick<INestApplicationContext, 'get'>,
    readonly standIn: StandIn,
  ) {
    const get = <T>(type: Type<T> | symbol): T => app.get<T>(type, { strict: false });
    this.ordering = get(OrderingService);
    this.captures = get(CaptureService);
    this.webhooks = get(WebhookService);
    this.orders = get(OrdersService);
    this.passes = get(PassesService);
    this.restores = get(RestoreService);
    this.finishing = get(FinishingService);
    this.following = get(FollowingService);
    this.repository = get(PurchasesRepository);
    this.redis = get<Redis>(REDIS);
    this.purchases = get<Model<PurchaseDocument>>(PURCHASES);
    // Operations stand for processes, which take no turns with each other, and of which some die.
    get(Turns).take = (_key, work) => work();
    const provider = get<PaymentProvider>(PAYMENT_PROVIDER);
    this.alter(provider);
    strike(provider, calls, () => new ProviderUnavailable('as the history wants it'));
    const cut = () => new mongo.MongoNetworkError('as the history wants it');
    strike(this.purchases.collection, writes, cut);
    strike(this.redis, ['eval'], () => new Error('Command timed out, as the history wants it'));
  }

  /** Webhooks come unsigned here (signatures have tests of their own), and some orders are altered. */
  private alter(provider: PaymentProvider): void {
    const changed = (order: ProviderOrder): ProviderOrder =>
      order.capture && this.altered.has(order.id)
        ? { ...order, capture: { ...order.capture, amountMinor: 1 } }
        : order;
    const getOrder = provider.getOrder.bind(provider);
    const captureOrder = provider.captureOrder.bind(provider);
    provider.getOrder = async (id) => changed(await getOrder(id));
    provider.captureOrder = async (id, requestId) => changed(await captureOrder(id, requestId));
    provider.readEvent = (_headers, body) =>
      Promise.resolve(JSON.parse(body.toString('utf8')) as ProviderEvent);
  }
}
