import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { PassesService } from '../passes/passes.service.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { type PaymentProvider, ProviderRejectedError } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';

/** Attempts before an operator has to check the refund. */
const MAX_ATTEMPTS = 5;

/** Finishes refunds in state `refunding`: ends the access, then refunds the money. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly passes: PassesService,
    private readonly logger: AppLogger,
    private readonly providers: PaymentProviders,
  ) {}

  /** Tries to finish the refund; after a failure it stays `refunding` for the reconciler. */
  async tryToFinish(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    try {
      const finished = await this.finish(purchase);
      return finished ?? (await this.purchases.findById(purchase._id)) ?? purchase;
    } catch (error) {
      this.logger.warn('refund not finished, retrying', error, {
        orderId: purchase._id.toHexString(),
        event: 'refund-unfinished',
      });
      return purchase;
    }
  }

  /** Gives back what was taken twice for one purchase; a repetition finds it given back. */
  async returnSurplus(purchase: PurchaseRecord): Promise<void> {
    const { _id, state, providerOrderId, captureId } = purchase;
    if (!/^(paid|refunding|refunded)$/.test(state) || !providerOrderId || !captureId) return;
    const provider = this.providers.of(purchase);
    for (const surplus of (await provider.findSurplus?.(providerOrderId, captureId)) ?? []) {
      this.logger.error('an order was paid twice, refunding the second payment', {
        orderId: _id.toHexString(),
        event: 'payment-surplus',
      });
      await this.requestRefund(provider, surplus, `refund-${surplus}`);
    }
  }

  /** `null` if another worker has the lease, or the refund is not certain yet. */
  private async finish(purchase: PurchaseRecord): Promise<PurchaseRecord | null> {
    const leased = await this.purchases.acquireLease(purchase);
    if (!leased) return null;
    try {
      await this.passes.syncWithLedger(leased);
      if (await this.isRefunded(leased)) return await this.markRefunded(leased);
    } catch (error) {
      await this.purchases.deferCheck(leased).catch(() => undefined);
      throw error;
    }
    await this.purchases.deferCheck(leased);
    return null;
  }

  /** Whether the whole amount is refunded; requests the refund if not. */
  private async isRefunded(purchase: PurchaseRecord): Promise<boolean> {
    const { _id, captureId = '' } = purchase;
    const provider = this.providers.of(purchase);
    if ((await provider.getCapture(captureId)).status === 'REFUNDED') return true;
    try {
      return await this.requestRefund(provider, captureId, `refund-${_id.toHexString()}`);
    } catch (error) {
      if (error instanceof ProviderRejectedError && error.code === 'CAPTURE_FULLY_REFUNDED')
        return true;
      throw error;
    }
  }

  /** The provider repeats a failed refund for the same request id, so each retry derives a new id. */
  private async requestRefund(
    provider: PaymentProvider,
    captureId: string,
    first: string,
  ): Promise<boolean> {
    let requestId = first;
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const { id, status } = await provider.refund(captureId, requestId);
      if (status === 'COMPLETED') return true;
      if (status === 'PENDING') return false;
      requestId = `${first}-${id}`;
    }
    throw new Error('payment provider rejected the refund');
  }

  private async markRefunded(purchase: PurchaseRecord): Promise<PurchaseRecord | null> {
    const refunded = await this.purchases.transition(purchase, 'refunded', {});
    if (!refunded) return null;
    this.logger.info('a payment was refunded', {
      orderId: refunded._id.toHexString(),
      item: refunded.item,
      event: 'payment-refunded',
    });
    return refunded;
  }
}
