import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { RECHECK_INTERVAL_MS, RechecksRepository } from '../purchases/rechecks.repository.js';
import { RedisClock } from '../redis-clock.js';
import { ProviderRejectedError } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';
import { ProviderCaptureService } from './provider-capture.service.js';
import { RefundsService } from './refunds.service.js';
import { SettlementService } from './settlement.service.js';
import { WebhookReadsRepository } from './webhook-reads.repository.js';
import { WebhookService } from './webhook.service.js';

/** States of a purchase whose outcome is not known yet. */
export const unfinishedStates = ['capturing', 'refunding', 'pending'] as const;
/** An order that is unpaid for this long expires. */
const ORDER_EXPIRY_MS = 6 * 3_600_000;
/** An order that waits this long for the provider's answer expires: its buyer has seen no way to pay. */
export const UNOPENED_EXPIRY_MS = 3_600_000;
/** An order that expired this long ago without any payment is removed. */
export const ORDER_RETENTION_MS = 30 * 86_400_000;

/** An order whose provider takes the money itself is read from this age on. */
const OPEN_CHECK_MS = 60_000;

const BATCH_SIZE = 100;
/** Few, so that they hold up no purchase whose buyer waits. */
const RECHECK_BATCH_SIZE = 10;

/** Continues unfinished purchases; logs a failure, and a later run retries. */
@Injectable()
export class PurchaseRecoveryService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly rechecks: RechecksRepository,
    private readonly capture: ProviderCaptureService,
    private readonly settlement: SettlementService,
    private readonly refunds: RefundsService,
    private readonly webhooks: WebhookService,
    private readonly webhookReads: WebhookReadsRepository,
    private readonly providers: PaymentProviders,
    private readonly clock: RedisClock,
    private readonly logger: AppLogger,
  ) {}

  /**
   * Ids of purchases to recover: unfinished, expired or maybe paid, and without a valid lease; and those
   * to read again, or because of a webhook.
   */
  async findDue(): Promise<string[]> {
    const due = await this.purchases.findUnpaid(ORDER_EXPIRY_MS, BATCH_SIZE);
    due.push(...(await this.rechecks.findDue(RECHECK_BATCH_SIZE)));
    for (const { name, takesMoneyItself } of this.providers.all)
      if (takesMoneyItself)
        due.push(...(await this.purchases.findUnpaid(OPEN_CHECK_MS, BATCH_SIZE, name)));
    for (const state of unfinishedStates)
      due.push(...(await this.purchases.findUnfinished(state, BATCH_SIZE)));
    const requested = await this.webhookReads.findDue(BATCH_SIZE);
    return [...new Set([...due, ...requested].map(({ _id }) => _id.toHexString()))];
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
    // Its next check comes in seconds.
    if (await this.webhooks.readIfDue(purchase)) return;
    const { state, recheckAt } = purchase;
    if (state === 'capturing') await this.capture.capture(purchase);
    if (state === 'refunding') await this.refunds.tryToFinish(purchase);
    if (state === 'pending' || state === 'open') await this.checkUnpaid(purchase);
    if (recheckAt) await this.recheck(purchase);
  }

  /** The webhook of a refund, a second payment or a late one may be lost. */
  private async recheck(purchase: PurchaseRecord): Promise<void> {
    const taken = await this.rechecks.take(purchase);
    if (taken && this.providers.has(taken)) await this.settlement.sync(taken);
  }

  /**
   * Reads an order: its buyer may have paid and not come back, a rejected capture may have succeeded late,
   * or the provider has ended the wait of a held payment. Without a payment for hours an open order
   * expires. A provider that takes the money itself may yet take it then. One that is not configured any
   * more cannot be read until it is again.
   */
  private async checkUnpaid(purchase: PurchaseRecord): Promise<void> {
    const leased = await this.purchases.acquireLease(purchase);
    if (!leased) return;
    // Deferred before the call, so that a failed call is not repeated at once.
    await this.purchases.deferCheck(leased);
    const isReadable = this.providers.has(leased);
    const { state } = isReadable ? await this.read(leased) : leased;
    const now = await this.clock.now();
    const isExpired = now - purchase.createdAt.getTime() >= ORDER_EXPIRY_MS;
    if (purchase.state !== 'open' || state !== 'open' || !isExpired) return;
    const mayBePaid = !isReadable || this.providers.of(leased).takesMoneyItself;
    const recheck = { recheckAt: new Date(now + RECHECK_INTERVAL_MS) };
    await this.purchases.transition(leased, 'expired', mayBePaid ? recheck : {});
  }

  private async read(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    try {
      return await this.settlement.sync(purchase);
    } catch (error) {
      // A provider may delete orders that were never approved.
      const isUnknown = error instanceof ProviderRejectedError && error.code === 'NOT_FOUND';
      if (isUnknown && purchase.state === 'open') return purchase;
      throw error;
    }
  }
}
