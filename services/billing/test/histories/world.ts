import { REDIS } from '@ctdb/chassis';
import type { PaymentProviderName } from '@ctdb/contracts';
import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, mongo } from 'mongoose';
import { KeyedMutex } from '../../src/passes/keyed-mutex.js';
import { PassesService } from '../../src/passes/passes.service.js';
import { RestoreService } from '../../src/passes/restore.service.js';
import { AdminOrdersService } from '../../src/payments/admin-orders.service.js';
import { CaptureService } from '../../src/payments/capture.service.js';
import { OrderCreationService } from '../../src/payments/order-creation.service.js';
import {
  type PaymentProvider,
  type ProviderEvent,
  type ProviderOrder,
  ProviderUnavailableError,
} from '../../src/payments/payment-provider.js';
import type { PaymentReconciliationService } from '../../src/payments/payment-reconciliation.service.js';
import { PaymentProviders } from '../../src/payments/payment-providers.js';
import { ProviderSyncService } from '../../src/payments/provider-sync.service.js';
import { PurchaseRecoveryService } from '../../src/payments/purchase-recovery.service.js';
import { WebhookService } from '../../src/payments/webhook.service.js';
import { providerOf, PurchaseRecord } from '../../src/purchases/purchase.record.js';
import { PurchasesRepository } from '../../src/purchases/purchases.repository.js';
import { ReceiptRecord } from '../../src/receipts/receipt.record.js';
import { ReceiptsService } from '../../src/receipts/receipts.service.js';
import type { Ledger, PaypalSimulator } from '../support/paypal.js';
import { reconciliationOf } from '../support/restorable.js';
import { strike } from './operation.js';

const writes = ['insertOne', 'insertMany', 'findOneAndUpdate', 'updateOne', 'updateMany'] as const;
const calls = [
  ...(['createOrder', 'getOrder', 'captureOrder', 'getCapture'] as const),
  ...(['listRefunds', 'refund', 'listPayments', 'findOrder'] as const),
] as const;

/** Billing's services in this process, with places to crash; money moves at the simulator. */
export class World {
  readonly orderCreation: OrderCreationService;
  readonly captures: CaptureService;
  readonly webhooks: WebhookService;
  readonly orders: AdminOrdersService;
  readonly passes: PassesService;
  readonly restores: RestoreService;
  readonly recovery: PurchaseRecoveryService;
  readonly sync: ProviderSyncService;
  readonly repository: PurchasesRepository;
  readonly receipts: ReceiptsService;
  readonly reconciliation: PaymentReconciliationService;
  readonly redis: Redis;
  readonly purchases: Model<PurchaseRecord>;
  readonly documents: Model<ReceiptRecord>;
  /** Orders at a provider that are charged with another amount than was ordered. */
  readonly altered = new Set<string>();

  constructor(
    app: Pick<INestApplicationContext, 'get'>,
    /** Of each provider that histories pay with. */
    readonly simulators: Readonly<Partial<Record<PaymentProviderName, PaypalSimulator>>>,
  ) {
    const get = <T>(type: Type<T> | symbol | string): T => app.get<T>(type, { strict: false });
    this.orderCreation = get(OrderCreationService);
    this.captures = get(CaptureService);
    this.webhooks = get(WebhookService);
    this.orders = get(AdminOrdersService);
    this.passes = get(PassesService);
    this.restores = get(RestoreService);
    this.recovery = get(PurchaseRecoveryService);
    this.sync = get(ProviderSyncService);
    this.repository = get(PurchasesRepository);
    this.receipts = get(ReceiptsService);
    this.redis = get<Redis>(REDIS);
    this.purchases = get<Model<PurchaseRecord>>(getModelToken(PurchaseRecord.name));
    this.documents = get<Model<ReceiptRecord>>(getModelToken(ReceiptRecord.name));
    this.reconciliation = reconciliationOf({ get });
    // Operations stand for processes, which do not wait for each other, and of which some die.
    get(KeyedMutex).runExclusive = (_key, work) => work();
    for (const provider of get(PaymentProviders).all) {
      this.alter(provider);
      strike(provider, calls, () => new ProviderUnavailableError('as the history wants it'));
    }
    const cut = () => new mongo.MongoNetworkError('as the history wants it');
    strike(this.purchases.collection, writes, cut);
    strike(this.documents.collection, writes, cut);
    strike(this.redis, ['eval'], () => new Error('Command timed out, as the history wants it'));
  }

  simulatorOf(purchase: Pick<PurchaseRecord, 'provider'>): PaypalSimulator {
    const simulator = this.simulators[providerOf(purchase)];
    if (!simulator) throw new Error('no simulator of this provider');
    return simulator;
  }

  /** What all providers have in their books. */
  async ledger(): Promise<Ledger> {
    const all = await Promise.all(Object.values(this.simulators).map((one) => one.ledger()));
    return {
      captures: all.flatMap(({ captures }) => captures),
      refunds: all.flatMap(({ refunds }) => refunds),
    };
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
