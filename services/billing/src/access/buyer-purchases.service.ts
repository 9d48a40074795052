import { Outbox, retryOnConflict } from '@ctdb/chassis';
import { DomainError, purchaseEvents, type Purchase } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { RedisClock } from '../redis-clock.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import { PracticesService } from './practices.service.js';
import { refundableUntil, toPurchase } from '../passes/purchase.mapper.js';

/** Lists a practice's purchases, and stores refund requests; an administrator makes the refund. */
@Injectable()
export class BuyerPurchasesService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly grants: GrantsRepository,
    private readonly practices: PracticesService,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
  ) {}

  async list(browser: string): Promise<Purchase[]> {
    const practice = await this.practices.find(browser);
    const rows = practice ? await this.grants.findAll(practice._id) : [];
    const now = await this.clock.now();
    return rows.map((row) => toPurchase(row, now));
  }

  /** A purchase of the browser's practice. Throws `NOT_FOUND`. */
  async find(id: string, browser: string): Promise<PurchaseRecord> {
    const purchase =
      (await this.purchases.findById(id)) ?? (await this.purchases.findByProviderOrder(id));
    const practice = await this.practices.find(browser);
    if (!purchase || !practice?._id.equals(purchase.practice))
      throw new DomainError('NOT_FOUND', { kind: 'order' });
    return purchase;
  }

  /** Idempotent, for plans only. Throws `NOT_FOUND`, `NOT_REFUNDABLE`. */
  async requestRefund(id: string, browser: string): Promise<Purchase> {
    return this.storeRefundRequest(await this.find(id, browser));
  }

  /** The same for a purchase that was found by its access code. */
  storeRefundRequest({ _id }: Pick<PurchaseRecord, '_id'>): Promise<Purchase> {
    return retryOnConflict(async () => {
      const now = await this.clock.now();
      const purchase = await this.purchases.findById(_id);
      if (!purchase) throw new DomainError('NOT_FOUND', { kind: 'order' });
      if (purchase.refundRequestedAt) return toPurchase(purchase, now);
      if (!refundableUntil(purchase, now)) throw new DomainError('NOT_REFUNDABLE');
      const payload = { orderId: _id.toHexString(), item: purchase.item };
      const event = this.outbox.entry(purchaseEvents.refundRequested, payload);
      await this.grants.markRefundRequested(purchase, new Date(now), event);
      this.outbox.relaySoon();
      return null;
    });
  }
}
