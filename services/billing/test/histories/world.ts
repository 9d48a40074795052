import { REDIS } from '@ctdb/chassis';
import type { PaymentProviderName } from '@ctdb/contracts';
import type { TestService } from '@ctdb/chassis/testing';
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
import { PaymentProviders } from '../../src/payments/payment-providers.js';
import { ProviderSyncService } from '../../src/payments/provider-sync.service.js';
import { PurchaseRecoveryService } from '../../src/payments/purchase-recovery.service.js';
import { WebhookService } from '../../src/payments/webhook.service.js';
import { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import { PurchasesRepository } from '../../src/purchases/purchases.repository.js';
import { ReceiptRecord } from '../../src/receipts/receipt.record.js';
import { ReceiptsService } from '../../src/receipts/receipts.service.js';
import type { Ledger, PaypalSimulator } from '../support/paypal.js';
import { reconciliationOf } from '../support/reconciliation.js';
import { strike } from './operation.js';

const writes = ['insertOne', 'insertMany', 'findOneAndUpdate', 'updateOne', 'updateMany'] as const;
const orderCalls = ['createOrder', 'getOrder', 'captureOrder', 'findOrder'] as const;
const calls = [...orderCalls, 'getCapture', 'listRefunds', 'refund', 'listPayments'] as const;

/** Lets orders in `altered` be charged with another amount, and webhooks come unsigned: signatures have tests. */
const alter = (provider: PaymentProvider, altered: ReadonlySet<string>): void => {
  const changed = (order: ProviderOrder): ProviderOrder =>
    order.capture && altered.has(order.id)
      ? { ...order, capture: { ...order.capture, amountMinor: 1 } }
      : order;
  const getOrder = provider.getOrder.bind(provider);
  const captureOrder = provider.captureOrder.bind(provider);
  provider.getOrder = async (id) => changed(await getOrder(id));
  provider.captureOrder = async (id, requestId) => changed(await captureOrder(id, requestId));
  provider.readEvent = (_headers, body) =>
    Promise.resolve(JSON.parse(body.toString('utf8')) as ProviderEvent);
};

/** Billing's services in this process, with places to crash; money moves at the simulators. */
export const newWorld = (
  { get }: Pick<TestService, 'get'>,
  simulators: Readonly<Record<PaymentProviderName, PaypalSimulator>>,
) => {
  const redis = get<Redis>(REDIS);
  const purchases = get<Model<PurchaseRecord>>(getModelToken(PurchaseRecord.name));
  const documents = get<Model<ReceiptRecord>>(getModelToken(ReceiptRecord.name));
  /** Orders at a provider that are charged with another amount than was ordered. */
  const altered = new Set<string>();
  // Operations stand for processes, which do not wait for each other, and of which some die.
  get(KeyedMutex).runExclusive = (_key, work) => work();
  for (const provider of get(PaymentProviders).all) {
    alter(provider, altered);
    strike(provider, calls, () => new ProviderUnavailableError('as the history wants it'));
  }
  const cut = () => new mongo.MongoNetworkError('as the history wants it');
  strike(purchases.collection, writes, cut);
  strike(documents.collection, writes, cut);
  strike(redis, ['eval'], () => new Error('Command timed out, as the history wants it'));

  /** What all providers have in their books. */
  const ledger = async (): Promise<Ledger> => {
    const all = await Promise.all(Object.values(simulators).map((one) => one.ledger()));
    return {
      captures: all.flatMap(({ captures }) => captures),
      refunds: all.flatMap(({ refunds }) => refunds),
    };
  };
  return {
    ...{ simulators, redis, purchases, documents, altered, ledger },
    orderCreation: get(OrderCreationService),
    captures: get(CaptureService),
    webhooks: get(WebhookService),
    orders: get(AdminOrdersService),
    passes: get(PassesService),
    restores: get(RestoreService),
    recovery: get(PurchaseRecoveryService),
    sync: get(ProviderSyncService),
    repository: get(PurchasesRepository),
    receipts: get(ReceiptsService),
    reconciliation: reconciliationOf({ get }),
  };
};

export type World = ReturnType<typeof newWorld>;
