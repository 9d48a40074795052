import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { ProviderRejectedError } from './payment-provider.js';
import { ProviderCaptureService } from './provider-capture.service.js';
import { ProviderSyncService } from './provider-sync.service.js';
import { RefundsService } from './refunds.service.js';

/** States of a purchase whose outcome is not known yet. */
export const unfinishedStates = ['capturing', 'refunding', 'pending'] as const;
/** An order that is unpaid for this long expires. */
export const ORDER_EXPIRY_MS = 6 * 3_600_000;
/** An order that expired this long ago without any payment is removed. */
export const ORDER_RETENTION_MS = 30 * 86_400_000;

const BATCH_SIZE = 100;

/** Continues unfinished purchases; logs a failure, and a later run retries. */
@Injectable()
export class PurchaseRecoveryService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly capture: ProviderCaptureService,
    private readonly provider: ProviderSyncService,
    private readonly refunds: RefundsService,
    private readonly logger: AppLogger,
  ) {}

  /** Ids of purchases to recover: unfinished or expired, and without a valid lease. */
  async findDue(): Promise<string[]> {
    const due = await this.purchases.findUnpaid(ORDER_EXPIRY_MS, BATCH_SIZE);
    for (const state of unfinishedStates)
      due.push(...(await this.purchases.findUnfinished(state, BATCH_SIZE)));
    return due.map(({ _id }) => _id.toHexString());
  }

  /** Continues the purchase, unless another worker has its lease or it is finished. */
  async recover(id: string): Promise<void> {
    const purchase = await this.purchases.findById(id);
    if (!purchase) return;
    try {
      await this.recoverByState(purchase);
    } catch (error) {
      this.logger.warn('purchase not finished, retrying', error, {
        orderId: id,
        state: purchase.state,
        event: 'purchase-unfinished',
      });
    }
  }

  private async recoverByState(purchase: PurchaseRecord): Promise<void> {
    const { state } = purchase;
    if (state === 'capturing') await this.capture.capture(purchase);
    if (state === 'refunding') await this.refunds.tryToFinish(purchase);
    if (state === 'pending') await this.checkPending(purchase);
    if (state === 'open') await this.expireOrder(purchase);
  }

  private async checkPending(purchase: PurchaseRecord): Promise<void> {
    const leased = await this.purchases.acquireLease(purchase);
    if (!leased) return;
    // Deferred before the call, so that a failed call is not repeated at once.
    await this.purchases.deferCheck(leased);
    await this.provider.sync(leased);
  }

  /**
   * Expires an order without a known payment for hours. Reads the order at PayPal first, because a
   * rejected capture may have succeeded late and nothing else checks this order any more.
   */
  private async expireOrder(purchase: PurchaseRecord): Promise<void> {
    const leased = await this.purchases.acquireLease(purchase);
    if (leased && !(await this.isPaid(leased)))
      await this.purchases.transition(leased, 'expired', {});
  }

  private async isPaid(purchase: PurchaseRecord): Promise<boolean> {
    try {
      return (await this.provider.sync(purchase)).state !== 'open';
    } catch (error) {
      // PayPal deletes orders that were never approved.
      if (error instanceof ProviderRejectedError && error.code === 'NOT_FOUND') return false;
      throw error;
    }
  }
}
