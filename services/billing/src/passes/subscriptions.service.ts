import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { RedisClock } from '../redis-clock.js';
import { normalizeEmail, isPlan, deriveSubscription } from './subscription.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

const MAX_ATTEMPTS = 20;
const BATCH_SIZE = 100;

/** Updates the buyers' rows in `users` from their payments. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly clock: RedisClock,
  ) {}

  /** Updates the buyer's row after a change of a purchase, if it is a plan with a known payer. */
  async syncBuyer({ item, payerEmail }: PurchaseRecord): Promise<void> {
    if (isPlan(item) && payerEmail !== undefined) await this.update(normalizeEmail(payerEmail));
  }

  /** Marks ended subscriptions. */
  async expire(): Promise<void> {
    const now = new Date(await this.clock.now());
    for (const email of await this.subscriptions.findExpired(now, BATCH_SIZE)) {
      await this.subscriptions.markExpired(email, now);
      // Another purchase may still run.
      await this.update(email);
    }
  }

  /**
   * Writes the row and reads the payments again. Of two concurrent writers the one with older data
   * may write last; it then corrects the row.
   */
  private async update(email: string): Promise<void> {
    let found = await this.find(email);
    for (let attempts = 0; found && attempts < MAX_ATTEMPTS; attempts += 1) {
      await this.subscriptions.store(email, found);
      const again = await this.find(email);
      if (isDeepStrictEqual(again, found)) return;
      found = again;
    }
  }

  private async find(email: string) {
    const payments = await this.subscriptions.findPayments(email);
    return deriveSubscription(payments, await this.clock.now());
  }
}
