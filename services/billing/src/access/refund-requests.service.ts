import { Outbox } from '@ctdb/chassis';
import { DomainError, purchaseEvents, type Purchase } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import { refundableUntil, toPurchase } from '../passes/purchase.mapper.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';

/** Another write may come first; what it did is looked at then. */
const TRIES = 10;

/** Lets buyers ask for the money of a plan; an administrator gives it back. */
@Injectable()
export class RefundRequestsService {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
  ) {}

  /** The same again changes nothing. `NOT_FOUND`, `NOT_REFUNDABLE`. */
  async request(id: string, holder: string): Promise<Purchase> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const now = await this.clock.now();
      const purchase = await this.find(id, holder);
      if (purchase.refundRequestedAt) return toPurchase(purchase, now);
      await this.ask(purchase, now);
    }
    throw new Error('a request for a refund could not be stored');
  }

  private async ask(purchase: PurchaseDocument, now: number): Promise<void> {
    if (!refundableUntil(purchase, now)) throw new DomainError('NOT_REFUNDABLE');
    const { _id, item } = purchase;
    const fact = { orderId: _id.toHexString(), item };
    const event = this.outbox.entry(purchaseEvents.refundRequested, fact);
    await this.grants.askRefund(purchase, new Date(now), event);
    this.outbox.kick();
  }

  /** A purchase that this browser holds, or has ordered while no browser holds it. */
  private async find(id: string, holder: string): Promise<PurchaseDocument> {
    const purchase = await this.grants.find(id);
    if (!purchase || (purchase.grant?.holder ?? purchase.orderedBy) !== holder)
      throw new DomainError('NOT_FOUND', { kind: 'order' });
    return purchase;
  }
}
