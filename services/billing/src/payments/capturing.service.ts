import { AppLogger } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import {
  PAYMENT_PROVIDER,
  ProviderRefusal,
  ProviderUnavailable,
  type PaymentProvider,
  type ProviderOrder,
} from '../provider/payment-provider.js';
import type { Verdict } from '../purchases/judge.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { newLease, nextLook } from './leases.js';
import { SettlementService } from './settlement.service.js';

/** A verdict with the order that it was read from, if there was one. */
type Outcome = { verdict: Verdict; order?: ProviderOrder };

/** Captures approved orders. Only the worker with the lease of a purchase does; others wait. */
@Injectable()
export class CapturingService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly settlement: SettlementService,
    private readonly clock: RedisClock,
    private readonly logger: AppLogger,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
  ) {}

  /**
   * Captures a purchase that is `open`, or `capturing` after a crash. Returns the changed purchase,
   * or `null` if another worker has its lease. Throws {@link ProviderUnavailable} while the outcome
   * is unknown; a later call finds the outcome.
   */
  async capture(purchase: PurchaseDocument): Promise<PurchaseDocument | null> {
    const at = await this.clock.now();
    const lease = newLease(at, this.config.paymentLeaseMs);
    const isFirst = purchase.state === 'open';
    const leased = isFirst
      ? await this.purchases.take(purchase, 'asked', { lease }, { at })
      : await this.purchases.lease(purchase, lease, at);
    if (!leased) return null;
    try {
      const { verdict, order } = isFirst
        ? await this.requestCapture(leased)
        : await this.findOutcome(leased);
      if (verdict.kind === 'unknown')
        throw new ProviderUnavailable('the provider contradicts itself');
      return await this.settlement.settle(leased, verdict, order?.payerEmail);
    } catch (error) {
      await this.release(leased).catch(() => undefined);
      throw error;
    }
  }

  /** The outcome stays unknown: defers the next check, but not for a recent purchase. */
  private async release(purchase: PurchaseDocument): Promise<void> {
    const now = await this.clock.now();
    await this.purchases.postpone(purchase, nextLook(purchase.changedAt.getTime(), now));
  }

  /** Reads the order first, because an earlier capture may have succeeded. */
  private async findOutcome(purchase: PurchaseDocument): Promise<Outcome> {
    const order = await this.getOrder(purchase);
    if (!order) return { verdict: { kind: 'notApproved' } };
    const verdict = this.settlement.judge(purchase, order);
    return verdict.kind === 'capturable' ? this.requestCapture(purchase) : { verdict, order };
  }

  private async requestCapture(purchase: PurchaseDocument): Promise<Outcome> {
    const { _id, providerOrderId = '', declines } = purchase;
    try {
      const requestId = `capture-${_id.toHexString()}-${declines}`;
      const order = await this.provider.captureOrder(providerOrderId, requestId);
      return this.evaluateAfterCapture(purchase, order);
    } catch (error) {
      if (error instanceof ProviderRefusal) return this.handleRejection(purchase, error);
      throw error;
    }
  }

  /** An order that is still capturable after a capture call was declined. */
  private evaluateAfterCapture(purchase: PurchaseDocument, order: ProviderOrder | null): Outcome {
    if (!order) return { verdict: { kind: 'notApproved' } };
    const verdict = this.settlement.judge(purchase, order);
    return { verdict: verdict.kind === 'capturable' ? { kind: 'declined' } : verdict, order };
  }

  private async handleRejection(
    purchase: PurchaseDocument,
    refusal: ProviderRefusal,
  ): Promise<Outcome> {
    switch (refusal.code) {
      case 'ORDER_ALREADY_CAPTURED':
        return this.handleAlreadyCaptured(purchase);
      case 'ORDER_NOT_APPROVED':
      case 'NOT_FOUND':
        return { verdict: { kind: 'notApproved' } };
      case 'INSTRUMENT_DECLINED':
        return { verdict: { kind: 'declined' } };
      case 'CURRENCY_NOT_SUPPORTED':
      case 'CAPTURE_FULLY_REFUNDED':
      case 'OTHER':
        this.logger.warn('the provider does not take a payment', {
          orderId: purchase._id.toHexString(),
          issue: refusal.issue,
        });
        // PayPal may reject it because of a concurrent or earlier capture call.
        return this.evaluateAfterCapture(purchase, await this.getOrder(purchase));
    }
  }

  /** A captured order without a visible capture: the outcome is unknown. */
  private async handleAlreadyCaptured(purchase: PurchaseDocument): Promise<Outcome> {
    const order = await this.getOrder(purchase);
    const shown = order?.capture && this.evaluateAfterCapture(purchase, order);
    return shown ?? { verdict: { kind: 'unknown' } };
  }

  private async getOrder({
    providerOrderId = '',
  }: PurchaseDocument): Promise<ProviderOrder | null> {
    try {
      return await this.provider.getOrder(providerOrderId);
    } catch (error) {
      if (error instanceof ProviderRefusal && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }
}
