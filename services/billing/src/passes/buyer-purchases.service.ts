import { Outbox, retryOnConflict } from '@ctdb/chassis';
import {
  DomainError,
  purchaseEvents,
  type Purchase,
  type RequestOf,
  type requestRefundByReceipt,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { RedisClock } from '../redis-clock.js';
import { GrantsRepository } from './grants.repository.js';
import { refundableUntil, toPurchase } from './purchase.mapper.js';
import { RestoreService } from './restore.service.js';

/** Lists a browser's purchases, and stores refund requests; an administrator makes the refund. */
@Injectable()
export class BuyerPurchasesService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly grants: GrantsRepository,
    private readonly receipts: RestoreService,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
  ) {}

  async list(holder: string): Promise<Purchase[]> {
    const rows = await this.grants.findAll(holder);
    const now = await this.clock.now();
    return rows.map((row) => toPurchase(row, now));
  }

  /** Idempotent, for plans only. Throws `NOT_FOUND`, `NOT_REFUNDABLE`. */
  requestRefund(id: string, holder: string): Promise<Purchase> {
    return this.storeOnce(() => this.find(id, holder));
  }

  /** The same for the payer, whatever browser has the purchase. Throws `TOO_MANY_TRIES` too. */
  requestRefundByReceipt(request: RequestOf<typeof requestRefundByReceipt>): Promise<Purchase> {
    return this.receipts.withPurchase(request, (found) =>
      this.storeOnce(async () => (await this.purchases.findById(found._id)) ?? found),
    );
  }

  private storeOnce(find: () => Promise<PurchaseRecord>): Promise<Purchase> {
    return retryOnConflict(async () => {
      const now = await this.clock.now();
      const purchase = await find();
      if (purchase.refundRequestedAt) return toPurchase(purchase, now);
      await this.storeRequest(purchase, now);
      return null;
    });
  }

  private async storeRequest(purchase: PurchaseRecord, now: number): Promise<void> {
    if (!refundableUntil(purchase, now)) throw new DomainError('NOT_REFUNDABLE');
    const payload = { orderId: purchase._id.toHexString(), item: purchase.item };
    const event = this.outbox.entry(purchaseEvents.refundRequested, payload);
    await this.grants.markRefundRequested(purchase, new Date(now), event);
    this.outbox.relaySoon();
  }

  /** A purchase granted to this browser, or ordered by it and not granted yet. */
  private async find(id: string, holder: string): Promise<PurchaseRecord> {
    const purchase = await this.purchases.findById(id);
    if (!purchase || (purchase.grant?.holder ?? purchase.orderedBy) !== holder)
      throw new DomainError('NOT_FOUND', { kind: 'order' });
    return purchase;
  }
}
