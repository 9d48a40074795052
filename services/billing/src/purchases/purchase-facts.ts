import { Outbox, type OutboxEntry } from '@ctdb/chassis';
import { purchaseEvents, toDecimalString } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { PurchaseDocument } from './purchase.schema.js';

/** Creates the outbox entries of payments; each is stored in the write of its transition. */
@Injectable()
export class PurchaseFacts {
  constructor(private readonly outbox: Outbox) {}

  entry(
    fact: 'paid' | 'refundDecided' | 'refunded',
    { _id, item, amountMinor, currency }: PurchaseDocument,
  ): OutboxEntry {
    return this.outbox.entry(purchaseEvents[fact], {
      orderId: _id.toHexString(),
      item,
      amount: toDecimalString(amountMinor),
      currency,
    });
  }

  /** Call it after the write that stored an entry. */
  publishSoon(): void {
    this.outbox.relaySoon();
  }
}
