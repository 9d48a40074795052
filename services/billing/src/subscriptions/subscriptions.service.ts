import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { emailKey } from './email.js';
import { isPlan, subscriptionOf, type Subscription } from './subscription.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

const TRIES = 20;
const EXPIRED_AT_ONCE = 100;

/** Updates the buyers' rows in `users` from their payments. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly clock: RedisClock,
  ) {}

  /** Updates the buyer's row after a change of a purchase, if it is a plan with a known payer. */
  async follow({ item, payerEmail }: Pick<PurchaseDocument, 'item' | 'payerEmail'>): Promise<void> {
    if (isPlan(item) && payerEmail !== undefined) await this.update(emailKey(payerEmail));
  }

  /** Marks ended subscriptions. */
  async expire(): Promise<void> {
    const now = new Date(await this.clock.now());
    for (const email of await this.subscriptions.expired(now, EXPIRED_AT_ONCE)) {
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
    for (let tries = 0; found && tries < TRIES; tries += 1) {
      await this.subscriptions.store(email, found);
      const again = await this.find(email);
      if (isDeepStrictEqual(again, found)) return;
      found = again;
    }
  }

  private async find(email: string): Promise<Subscription | undefined> {
    const payments = await this.subscriptions.paymentsOf(email);
    return subscriptionOf(payments, await this.clock.now());
  }
}
