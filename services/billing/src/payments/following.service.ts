import { Inject, Injectable } from '@nestjs/common';
import { PAYMENT_PROVIDER, type PaymentProvider } from '../provider/payment-provider.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { RefundsService } from './refunds.service.js';
import { SettlementService } from './settlement.service.js';

/** Reads the state of a purchase at the provider and stores it; never captures. */
@Injectable()
export class FollowingService {
  constructor(
    private readonly settlement: SettlementService,
    private readonly refunds: RefundsService,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
  ) {}

  /** Stores the provider's state; returns the purchase. */
  async follow(purchase: PurchaseDocument): Promise<PurchaseDocument> {
    switch (purchase.state) {
      case 'open':
      case 'capturing':
      case 'pending':
      case 'denied':
      case 'abandoned':
        return this.followOrder(purchase);
      case 'paid':
      case 'refunding':
        return this.followCapture(purchase);
      case 'created':
      case 'refunded':
        return purchase;
    }
  }

  private async followOrder(purchase: PurchaseDocument): Promise<PurchaseDocument> {
    if (purchase.providerOrderId === undefined) return purchase;
    const order = await this.provider.getOrder(purchase.providerOrderId);
    const verdict = this.settlement.judge(purchase, order);
    switch (verdict.kind) {
      case 'paid':
      case 'held':
      case 'mismatched':
      case 'refundSeen':
        return this.settlement.settle(purchase, verdict, order.payerEmail);
      case 'declined':
      case 'capturable':
      case 'notApproved':
        // A capture call gets this outcome in its own answer; only a held payment is declined here.
        if (purchase.state !== 'pending' || !order.capture) return purchase;
        return this.settlement.settle(purchase, { kind: 'declined' });
      case 'unknown':
        return purchase;
    }
  }

  private async followCapture(purchase: PurchaseDocument): Promise<PurchaseDocument> {
    if (purchase.captureId === undefined) return purchase;
    const capture = await this.provider.getCapture(purchase.captureId);
    if (capture.status !== 'REFUNDED') return purchase;
    if (purchase.state === 'refunding') return this.refunds.tryToFinish(purchase);
    return this.settlement.settle(purchase, { kind: 'refundSeen', capture });
  }
}
