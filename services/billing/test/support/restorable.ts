import { AppLogger, MONGO, Outbox } from '@ctdb/chassis';
import type { TestService } from '@ctdb/chassis/testing';
import type { PaymentProviderName, PurchaseItem } from '@ctdb/contracts';
import { getModelToken } from '@nestjs/mongoose';
import type { Connection, Model, mongo } from 'mongoose';
import { PassesService } from '../../src/passes/passes.service.js';
import { PaymentProviders } from '../../src/payments/payment-providers.js';
import { PaymentReconciliationService } from '../../src/payments/payment-reconciliation.service.js';
import { ProviderSyncService } from '../../src/payments/provider-sync.service.js';
import { RefundsService } from '../../src/payments/refunds.service.js';
import { InstallationRepository } from '../../src/purchases/installation.repository.js';
import { PurchaseRecord } from '../../src/purchases/purchase.record.js';
import { PurchasesRepository } from '../../src/purchases/purchases.repository.js';
import { RebuiltPurchasesRepository } from '../../src/purchases/rebuilt-purchases.repository.js';
import { reconcilePayments } from '../../src/reconcile-payments.js';
import { RedisClock } from '../../src/redis-clock.js';
import { billingEnv } from './billing.js';
import { PaypalSimulator } from './paypal.js';
import { RazorpaySimulator } from './razorpay.js';
import { Shop } from './shop.js';

/** All documents of a database, by collection. */
type Backup = Map<string, mongo.Document[]>;

/** What the operator's command does, with the parts of a running service. */
export const reconciliationOf = ({
  get,
}: Pick<TestService, 'get'>): PaymentReconciliationService => {
  const purchases = get<Model<PurchaseRecord>>(getModelToken(PurchaseRecord.name));
  return new PaymentReconciliationService(
    get(PurchasesRepository),
    new RebuiltPurchasesRepository(purchases, get(RedisClock), get(Outbox)),
    get(InstallationRepository),
    get(PaymentProviders),
    get(ProviderSyncService),
    get(RefundsService),
    get(PassesService),
    get(AppLogger),
  );
};

/** Billing with both providers, whose database can be backed up and restored. */
export class RestorableShop {
  readonly simulators = { paypal: new PaypalSimulator(), razorpay: new RazorpaySimulator() };
  readonly shop: Shop;

  constructor() {
    const { paypal, razorpay } = this.simulators;
    this.shop = new Shop('paypal', billingEnv({ ...paypal.env, ...razorpay.env }), paypal);
  }

  /** An order that its buyer has agreed to, or paid at Razorpay; returns the provider's id. */
  async approved(
    provider: PaymentProviderName,
    item: PurchaseItem,
    holder: string,
    email?: string,
  ): Promise<string> {
    const contact = email === undefined ? {} : { email };
    const { id } = await this.shop.order(holder, { item, provider, ...contact });
    await this.simulators[provider].approve(id, 'pay', email);
    return id;
  }

  /** The same, and the buyer has come back. */
  async bought(...order: Parameters<RestorableShop['approved']>): Promise<string> {
    const id = await this.approved(...order);
    await this.shop.capture(id, order[2]);
    return id;
  }

  /** The time of a backup, and what happens after it is lost. */
  async loseAllAfter<T>(work: () => Promise<T>): Promise<{ lost: T; from: string }> {
    const from = new Date().toISOString();
    const backup = await this.backUp();
    const lost = await work();
    for (const [name, documents] of backup) {
      await this.db.collection(name).deleteMany({});
      if (documents.length > 0) await this.db.collection(name).insertMany(documents);
    }
    return { lost, from };
  }

  /** Runs the operator's command to its end. */
  async run(...args: string[]): Promise<{ code: number; output: string }> {
    const lines: string[] = [];
    const code = await reconcilePayments(args, (line) => lines.push(line));
    return { code, output: lines.join('\n') };
  }

  /** Reconciles both providers as the command does, and returns how many payments were what. */
  async reconcile(from: string) {
    // The lists have whole seconds.
    const period = { from: new Date(from), to: new Date(Date.now() + 2_000) };
    const service = reconciliationOf(this.shop.service);
    const { counts: paypal } = await service.reconcile('paypal', period, false);
    const { counts: razorpay } = await service.reconcile('razorpay', period, false);
    return { paypal, razorpay };
  }

  private async backUp(): Promise<Backup> {
    const names = (await this.db.listCollections().toArray()).map(({ name }) => name);
    return new Map(
      await Promise.all(
        names.map(async (name) => [name, await this.db.collection(name).find().toArray()] as const),
      ),
    );
  }

  private get db(): mongo.Db {
    const { db } = this.shop.service.get<Connection>(MONGO);
    if (!db) throw new Error('there is no connection');
    return db;
  }
}
