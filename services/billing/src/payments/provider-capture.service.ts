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

/** An order that is still capturable after a capture call was declined. */
const afterCapture = (result: CaptureResult): CaptureResult =>
  result.outcome.kind === 'capturable' ? { ...result, outcome: { kind: 'declined' } } : result;

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
      return await this.settlement.applyOutcome(leased, outcome, order?.payerEmail);
    } catch (error) {
      // The outcome stays unknown: the next check of a recent purchase comes at once.
      await this.purchases.deferCheck(leased).catch(() => undefined);
      throw error;
    }
  }

  /** Reads the order first, because an earlier capture may have succeeded. */
  private async findOutcome(purchase: PurchaseRecord): Promise<CaptureResult> {
    const read = await this.readOrder(purchase);
    return read.outcome.kind === 'capturable' ? this.requestCapture(purchase) : read;
  }

  private async requestCapture(purchase: PurchaseRecord): Promise<CaptureResult> {
    const { _id, providerOrderId = '', declines } = purchase;
    try {
      const requestId = `capture-${_id.toHexString()}-${declines}`;
      const order = await this.providers.of(purchase).captureOrder(providerOrderId, requestId);
      return afterCapture({ outcome: this.settlement.evaluate(purchase, order), order });
    } catch (error) {
      if (error instanceof ProviderRejectedError) return this.handleRejection(purchase, error);
      throw error;
    }
  }

  private async handleRejection(
    purchase: PurchaseRecord,
    { code, issue }: ProviderRejectedError,
  ): Promise<CaptureResult> {
    if (code === 'INSTRUMENT_DECLINED') return { outcome: { kind: 'declined' } };
    if (code === 'ORDER_NOT_APPROVED' || code === 'NOT_FOUND')
      return { outcome: { kind: 'notApproved' } };
    // It may be rejected because of a concurrent or earlier capture call.
    const read = afterCapture(await this.readOrder(purchase));
    const isCaptured = code === 'ORDER_ALREADY_CAPTURED';
    if (isCaptured && !read.order?.capture) return { outcome: { kind: 'unknown' } };
    if (!isCaptured)
      this.logger.warn('payment provider rejected the capture', {
        orderId: purchase._id.toHexString(),
        issue,
      });
    return read;
  }

  private async readOrder(purchase: PurchaseRecord): Promise<CaptureResult> {
    try {
      const order = await this.providers.of(purchase).getOrder(purchase.providerOrderId ?? '');
      return { outcome: this.settlement.evaluate(purchase, order), order };
    } catch (error) {
      const isUnknown = error instanceof ProviderRejectedError && error.code === 'NOT_FOUND';
      if (isUnknown) return { outcome: { kind: 'notApproved' } };
      throw error;
    }
  }
}
