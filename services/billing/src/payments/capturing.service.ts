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
      const { verdict, order } = isFirst ? await this.ask(leased) : await this.find(leased);
      if (verdict.kind === 'unknown')
        throw new ProviderUnavailable('the provider contradicts itself');
      return await this.settlement.settle(leased, verdict, order?.payerEmail);
    } catch (error) {
      await this.release(leased).catch(() => undefined);
      throw error;
    }
  }

  /** The outcome is as unknown as before: the next one may look, in a young purchase at once. */
  private async release(purchase: PurchaseDocument): Promise<void> {
    const now = await this.clock.now();
    await this.purchases.postpone(purchase, nextLook(purchase.changedAt.getTime(), now));
  }

  /** The order is read first: an earlier try may have succeeded, however long ago it was. */
  private async find(purchase: PurchaseDocument): Promise<Outcome> {
    const order = await this.read(purchase);
    if (!order) return { verdict: { kind: 'notApproved' } };
    const verdict = this.settlement.judge(purchase, order);
    return verdict.kind === 'capturable' ? this.ask(purchase) : { verdict, order };
  }

  private async ask(purchase: PurchaseDocument): Promise<Outcome> {
    const { _id, providerOrderId = '', declines } = purchase;
    try {
      const requestId = `capture-${_id.toHexString()}-${declines}`;
      const order = await this.provider.captureOrder(providerOrderId, requestId);
      return this.afterAsking(purchase, order);
    } catch (error) {
      if (error instanceof ProviderRefusal) return this.refused(purchase, error);
      throw error;
    }
  }

  /** An order that could be captured now, after it was asked for, was declined. */
  private afterAsking(purchase: PurchaseDocument, order: ProviderOrder | null): Outcome {
    if (!order) return { verdict: { kind: 'notApproved' } };
    const verdict = this.settlement.judge(purchase, order);
    return { verdict: verdict.kind === 'capturable' ? { kind: 'declined' } : verdict, order };
  }

  private async refused(purchase: PurchaseDocument, refusal: ProviderRefusal): Promise<Outcome> {
    switch (refusal.code) {
      case 'ORDER_ALREADY_CAPTURED':
        return this.afterCapture(purchase);
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
        // It may have been refused for its twin that is being worked on, or has been.
        return this.afterAsking(purchase, await this.read(purchase));
    }
  }

  /** An order that is captured and shows no capture yet leaves all open. */
  private async afterCapture(purchase: PurchaseDocument): Promise<Outcome> {
    const order = await this.read(purchase);
    const shown = order?.capture && this.afterAsking(purchase, order);
    return shown ?? { verdict: { kind: 'unknown' } };
  }

  private async read({ providerOrderId = '' }: PurchaseDocument): Promise<ProviderOrder | null> {
    try {
      return await this.provider.getOrder(providerOrderId);
    } catch (error) {
      if (error instanceof ProviderRefusal && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }
}
