import { Injectable } from '@nestjs/common';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { DueReceiptsRepository } from '../receipts/due-receipts.repository.js';
import { PaymentProviders } from './payment-providers.js';
import { RefundsService } from './refunds.service.js';
import { SettlementService } from './settlement.service.js';

/** Reads the state of a purchase at the provider and stores it; never captures. */
@Injectable()
export class ProviderSyncService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly dueReceipts: DueReceiptsRepository,
    private readonly settlement: SettlementService,
    private readonly refunds: RefundsService,
    private readonly providers: PaymentProviders,
  ) {}

  /** Stores the provider's state; returns the purchase. */
  async sync(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    const { state } = purchase;
    if (state === 'refunded') return purchase;
    const isCaptured = state === 'paid' || state === 'refunding';
    return isCaptured ? this.syncCapture(purchase) : this.syncOrder(purchase);
  }

  private async syncOrder(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    if (purchase.providerOrderId === undefined) return purchase;
    const order = await this.providers.of(purchase).getOrder(purchase.providerOrderId);
    const outcome = this.settlement.evaluate(purchase, order);
    // A capture call gets a rejection in its own answer; only a held payment is declined here.
    if (['declined', 'capturable', 'notApproved'].includes(outcome.kind)) {
      if (purchase.state !== 'pending' || !order.capture) return purchase;
      const kind = order.status === 'CREATED' ? 'notApproved' : 'declined';
      return this.settlement.applyOutcome(purchase, { kind });
    }
    const changed = await this.settlement.applyOutcome(purchase, outcome, order);
    return order.capture?.status === 'PARTIALLY_REFUNDED'
      ? this.storePartialRefunds(changed)
      : changed;
  }

  private async syncCapture(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    if (purchase.captureId === undefined) return purchase;
    const capture = await this.providers.of(purchase).getCapture(purchase.captureId);
    if (capture.status === 'PARTIALLY_REFUNDED') return this.storePartialRefunds(purchase);
    if (capture.status !== 'REFUNDED') return purchase;
    if (purchase.state === 'refunding') return this.refunds.tryToFinish(purchase);
    return this.settlement.applyOutcome(purchase, { kind: 'refundDetected', capture });
  }

  /** The access stays; each refunded part gets a credit note. */
  private async storePartialRefunds(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    const { providerOrderId, captureId } = purchase;
    if (purchase.state !== 'paid' || !providerOrderId || !captureId) return purchase;
    const order = { providerOrderId, captureId };
    for (const refund of await this.providers.of(purchase).listRefunds(order))
      await this.dueReceipts.addPartialRefund(purchase, refund);
    return (await this.purchases.findById(purchase._id)) ?? purchase;
  }
}
