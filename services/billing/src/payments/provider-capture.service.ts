import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import type { PaymentOutcome } from '../purchases/evaluate-order.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import {
  type ProviderOrder,
  ProviderRejectedError,
  ProviderUnavailableError,
} from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';
import { SettlementService } from './settlement.service.js';

/** An outcome with the order that it was read from, if there was one. */
interface CaptureResult {
  outcome: PaymentOutcome;
  order?: ProviderOrder;
}

/** Captures approved orders. Only the worker with the lease of a purchase does; others wait. */
@Injectable()
export class ProviderCaptureService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly settlement: SettlementService,
    private readonly logger: AppLogger,
    private readonly providers: PaymentProviders,
  ) {}

  /**
   * Captures a purchase that is `open`, or `capturing` after a crash. Returns the changed purchase,
   * or `null` if another worker has its lease. Throws {@link ProviderUnavailableError} while the outcome
   * is unknown; a later call finds the outcome.
   */
  async capture(purchase: PurchaseRecord): Promise<PurchaseRecord | null> {
    const isFirst = purchase.state === 'open';
    const leased = isFirst
      ? await this.purchases.startCapture(purchase)
      : await this.purchases.acquireLease(purchase);
    if (!leased) return null;
    try {
      const { outcome, order } = isFirst
        ? await this.requestCapture(leased)
        : await this.findOutcome(leased);
      if (outcome.kind === 'unknown')
        throw new ProviderUnavailableError('inconsistent payment provider response');
      return await this.settlement.applyOutcome(leased, outcome, order);
    } catch (error) {
      // The outcome stays unknown: the next check of a recent purchase comes at once.
      await this.purchases.deferCheck(leased).catch(() => undefined);
      throw error;
    }
  }

  /** Reads the order first, because an earlier capture may have succeeded. */
  private async findOutcome(purchase: PurchaseRecord): Promise<CaptureResult> {
    const order = await this.getOrder(purchase);
    if (!order) return { outcome: { kind: 'notApproved' } };
    const outcome = this.settlement.evaluate(purchase, order);
    return outcome.kind === 'capturable' ? this.requestCapture(purchase) : { outcome, order };
  }

  private async requestCapture(purchase: PurchaseRecord): Promise<CaptureResult> {
    const { _id, providerOrderId = '', declines } = purchase;
    try {
      const requestId = `capture-${_id.toHexString()}-${declines}`;
      const provider = this.providers.of(purchase);
      const order = await provider.captureOrder(providerOrderId, requestId);
      return this.evaluateAfterCapture(purchase, order);
    } catch (error) {
      if (error instanceof ProviderRejectedError) return this.handleRejection(purchase, error);
      throw error;
    }
  }

  /** An order that is still capturable after a capture call was declined. */
  private evaluateAfterCapture(
    purchase: PurchaseRecord,
    order: ProviderOrder | null,
  ): CaptureResult {
    if (!order) return { outcome: { kind: 'notApproved' } };
    const outcome = this.settlement.evaluate(purchase, order);
    return { outcome: outcome.kind === 'capturable' ? { kind: 'declined' } : outcome, order };
  }

  private async handleRejection(
    purchase: PurchaseRecord,
    refusal: ProviderRejectedError,
  ): Promise<CaptureResult> {
    switch (refusal.code) {
      case 'ORDER_ALREADY_CAPTURED':
        return this.handleAlreadyCaptured(purchase);
      case 'ORDER_NOT_APPROVED':
      case 'NOT_FOUND':
        return { outcome: { kind: 'notApproved' } };
      case 'INSTRUMENT_DECLINED':
        return { outcome: { kind: 'declined' } };
      case 'CURRENCY_NOT_SUPPORTED':
      case 'CAPTURE_FULLY_REFUNDED':
      case 'ORDER_EXISTS':
      case 'OTHER':
        this.logger.warn('payment provider rejected the capture', {
          orderId: purchase._id.toHexString(),
          issue: refusal.issue,
        });
        // It may be rejected because of a concurrent or earlier capture call.
        return this.evaluateAfterCapture(purchase, await this.getOrder(purchase));
    }
  }

  /** A captured order without a visible capture: the outcome is unknown. */
  private async handleAlreadyCaptured(purchase: PurchaseRecord): Promise<CaptureResult> {
    const order = await this.getOrder(purchase);
    const shown = order?.capture && this.evaluateAfterCapture(purchase, order);
    return shown ?? { outcome: { kind: 'unknown' } };
  }

  private async getOrder(purchase: PurchaseRecord): Promise<ProviderOrder | null> {
    try {
      return await this.providers.of(purchase).getOrder(purchase.providerOrderId ?? '');
    } catch (error) {
      if (error instanceof ProviderRejectedError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }
}
