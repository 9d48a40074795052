import { AppLogger } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { CapturingService } from '../payments/capturing.service.js';
import { FollowingService } from '../payments/following.service.js';
import { newLease, nextLook } from '../payments/leases.js';
import { RefundsService } from '../payments/refunds.service.js';
import { ProviderRefusal } from '../provider/payment-provider.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';

/** States of a purchase that the reconciler finishes. */
export const unfinishedStates = ['capturing', 'refunding', 'pending'] as const;
/** One of {@link unfinishedStates}. */
export type UnfinishedState = (typeof unfinishedStates)[number];

/** Continues one unfinished purchase; logs a failure, and a later run retries. */
@Injectable()
export class FinishingService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly capturing: CapturingService,
    private readonly following: FollowingService,
    private readonly refunds: RefundsService,
    private readonly clock: RedisClock,
    private readonly logger: AppLogger,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  finish(purchase: PurchaseDocument, state: UnfinishedState): Promise<void> {
    return this.logErrors(purchase, () => this.recoverByState(purchase, state));
  }

  /**
   * Expires an order without a known payment for hours. Reads the order at PayPal first, because a
   * rejected capture may have succeeded late and no other job checks this order any more.
   */
  giveUp(purchase: PurchaseDocument): Promise<void> {
    return this.logErrors(purchase, async () => {
      const leased = await this.acquireLease(purchase);
      if (!leased || (await this.isPaid(leased))) return;
      await this.purchases.take(leased, 'expired', {}, { at: await this.clock.now() });
    });
  }

  private async isPaid(purchase: PurchaseDocument): Promise<boolean> {
    try {
      return (await this.following.follow(purchase)).state !== 'open';
    } catch (error) {
      // PayPal deletes orders that were never approved.
      if (error instanceof ProviderRefusal && error.code === 'NOT_FOUND') return false;
      throw error;
    }
  }

  private async logErrors(purchase: PurchaseDocument, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn('a purchase is still to be finished', error, {
        orderId: purchase._id.toHexString(),
        state: purchase.state,
        event: 'purchase-unfinished',
      });
    }
  }

  private async recoverByState(purchase: PurchaseDocument, state: UnfinishedState): Promise<void> {
    switch (state) {
      case 'capturing':
        await this.capturing.capture(purchase);
        return;
      case 'refunding':
        await this.refunds.tryToFinish(purchase);
        return;
      case 'pending':
        return this.checkPending(purchase);
    }
  }

  private async checkPending(purchase: PurchaseDocument): Promise<void> {
    const leased = await this.acquireLease(purchase);
    if (!leased) return;
    // Deferred before the call, so that a failed call is not repeated at once.
    const now = await this.clock.now();
    await this.purchases.postpone(leased, nextLook(leased.changedAt.getTime(), now));
    await this.following.follow(leased);
  }

  private async acquireLease(purchase: PurchaseDocument): Promise<PurchaseDocument | null> {
    const at = await this.clock.now();
    return this.purchases.lease(purchase, newLease(at, this.config.paymentLeaseMs), at);
  }
}
