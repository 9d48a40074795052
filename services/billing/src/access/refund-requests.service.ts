import { Outbox } from '@ctdb/chassis';
import { DomainError, purchaseEvents, type Purchase } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import { refundableUntil, toPurchase } from '../passes/purchase.mapper.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';

/** Attempts to write, because another write may change the purchase first. */
const MAX_ATTEMPTS = 10;

/** Stores a buyer's refund request for a plan; an administrator makes the refund. */
@Injectable()
export class RefundRequestsService {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
  ) {}

  /** Idempotent. Throws `NOT_FOUND`, `NOT_REFUNDABLE`. */
  async request(id: string, holder: string): Promise<Purchase> {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const now = await this.clock.now();
      const purchase = await this.find(id, holder);
      if (purchase.refundRequestedAt) return toPurchase(purchase, now);
      await this.storeRequest(purchase, now);
    }
    throw new Error('a request for a refund could not be stored');
  }

  private async storeRequest(purchase: PurchaseDocument, now: number): Promise<void> {
    if (!refundableUntil(purchase, now)) throw new DomainError('NOT_REFUNDABLE');
    const { _id, item } = purchase;
    const fact = { orderId: _id.toHexString(), item };
    const event = this.outbox.entry(purchaseEvents.refundRequested, fact);
    await this.grants.askRefund(purchase, new Date(now), event);
    this.outbox.relaySoon();
  }

  /** A purchase granted to this browser, or ordered by it and not granted yet. */
  private async find(id: string, holder: string): Promise<PurchaseDocument> {
    const purchase = await this.grants.find(id);
    if (!purchase || (purchase.grant?.holder ?? purchase.orderedBy) !== holder)
      throw new DomainError('NOT_FOUND', { kind: 'order' });
    return purchase;
  }
}
