import { AppLogger } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { PassesService } from '../passes/passes.service.js';
import {
  PAYMENT_PROVIDER,
  ProviderRefusal,
  type PaymentProvider,
} from '../provider/payment-provider.js';
import { PurchaseFacts } from '../purchases/purchase-facts.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { newLease, nextLook } from './leases.js';

/** Attempts before an operator has to check the refund. */
const MAX_ATTEMPTS = 5;

/** Finishes refunds in state `refunding`: ends the access, then refunds the money. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly facts: PurchaseFacts,
    private readonly passes: PassesService,
    private readonly clock: RedisClock,
    private readonly logger: AppLogger,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider,
  ) {}

  /** Tries to finish the refund; after a failure it stays `refunding` for the reconciler. */
  async tryToFinish(purchase: PurchaseDocument): Promise<PurchaseDocument> {
    try {
      const finished = await this.finish(purchase);
      return finished ?? (await this.purchases.findById(purchase._id)) ?? purchase;
    } catch (error) {
      this.logger.warn('a refund is still to be finished', error, {
        orderId: purchase._id.toHexString(),
        event: 'refund-unfinished',
      });
      return purchase;
    }
  }

  /** `null` if another worker has the lease, or the refund is not certain yet. */
  private async finish(purchase: PurchaseDocument): Promise<PurchaseDocument | null> {
    const id = purchase._id.toHexString();
    const at = await this.clock.now();
    const leased = await this.purchases.lease(
      purchase,
      newLease(at, this.config.paymentLeaseMs),
      at,
    );
    if (!leased) return null;
    try {
      await this.passes.end(id);
      if (await this.isRefunded(leased)) return await this.markRefunded(leased);
    } catch (error) {
      await this.postpone(leased).catch(() => undefined);
      throw error;
    }
    await this.postpone(leased);
    return null;
  }

  /** Whether the whole amount is refunded; requests the refund if not. */
  private async isRefunded({ _id, captureId = '' }: PurchaseDocument): Promise<boolean> {
    if ((await this.provider.getCapture(captureId)).status === 'REFUNDED') return true;
    try {
      return await this.requestRefund(captureId, `refund-${_id.toHexString()}`);
    } catch (error) {
      if (error instanceof ProviderRefusal && error.code === 'CAPTURE_FULLY_REFUNDED') return true;
      throw error;
    }
  }

  /** The provider repeats a failed refund for the same request id, so each retry derives a new id. */
  private async requestRefund(captureId: string, first: string): Promise<boolean> {
    let requestId = first;
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const { id, status } = await this.provider.refund(captureId, requestId);
      if (status === 'COMPLETED') return true;
      if (status === 'PENDING') return false;
      requestId = `${first}-${id}`;
    }
    throw new Error('the provider cannot give a payment back');
  }

  private async markRefunded(purchase: PurchaseDocument): Promise<PurchaseDocument | null> {
    const at = await this.clock.now();
    const event = this.facts.entry('refunded', purchase);
    const changes = { refundedAt: new Date(at) };
    const refunded = await this.purchases.take(purchase, 'refunded', changes, { at, event });
    if (!refunded) return null;
    this.facts.publishSoon();
    this.logger.info('a payment was refunded', {
      orderId: refunded._id.toHexString(),
      item: refunded.item,
      event: 'payment-refunded',
    });
    return refunded;
  }

  private async postpone(purchase: PurchaseDocument): Promise<void> {
    const now = await this.clock.now();
    await this.purchases.postpone(purchase, nextLook(purchase.changedAt.getTime(), now));
  }
}
