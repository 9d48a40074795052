import { AppLogger, type MessageContext, requireRole } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { PassesService } from '../../passes/passes.service.js';
import type { PurchaseRecord } from '../../purchases/purchase.record.js';
import { PurchasesRepository } from '../../purchases/purchases.repository.js';
import { type PaymentProvider, ProviderRejectedError } from '../providers/payment-provider.js';
import { PaymentProviders, toLogFields } from '../providers/payment-providers.js';

/** Attempts before an operator has to check the refund. */
const MAX_ATTEMPTS = 5;

/** Refunds of purchases: each first sets `refunding`, then ends the access, then refunds the money. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly passes: PassesService,
    private readonly logger: AppLogger,
    private readonly providers: PaymentProviders,
  ) {}

  /** An administrator's refund. A repeated call continues an unfinished one and never starts a second one. */
  async refund(id: string, { subject }: Pick<MessageContext, 'subject'>): Promise<PurchaseRecord> {
    const { name } = requireRole({ subject }, 'admin');
    this.providers.assertConfigured();
    const found = await this.purchases.get(id);
    const purchase = found.state === 'paid' ? await this.start(found, name) : found;
    if (purchase.state === 'refunded') return purchase;
    if (purchase.state !== 'refunding') throw new DomainError('NOT_REFUNDABLE');
    return this.tryToFinish(purchase);
  }

  /** Tries to finish the refund; after a failure it stays `refunding` for the reconciler. */
  async tryToFinish(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    try {
      const finished = await this.finish(purchase);
      return finished ?? (await this.purchases.findById(purchase._id)) ?? purchase;
    } catch (error) {
      const fields = toLogFields(purchase, 'refund-unfinished');
      this.logger.warn('refund not finished, retrying', error, fields);
      return purchase;
    }
  }

  /** Gives back what was taken twice for one purchase; a repetition finds it given back. */
  async returnSurplus(purchase: PurchaseRecord): Promise<void> {
    const { state, providerOrderId, captureId } = purchase;
    if (!/^(paid|refunding|refunded)$/.test(state) || !providerOrderId || !captureId) return;
    const provider = this.providers.of(purchase);
    for (const surplus of (await provider.findSurplus?.(providerOrderId, captureId)) ?? []) {
      const fields = toLogFields(purchase, 'payment-surplus');
      this.logger.error('an order was paid twice, refunding the second payment', fields);
      await this.requestRefund(provider, surplus, `refund-${surplus}`);
    }
  }

  /**
   * After refunds of parts, what is left may be too little for the provider. It would end the access and
   * never be refunded, so without the provider's answer no refund starts.
   */
  private async start(purchase: PurchaseRecord, refundedBy: string): Promise<PurchaseRecord> {
    const { _id, captureId = '' } = purchase;
    if (await this.providers.of(purchase).isRestTooSmall?.(captureId))
      throw new DomainError('NOT_REFUNDABLE', { part: 'rest' });
    const started = await this.purchases.transition(purchase, 'refundStarted', { refundedBy });
    if (!started) return (await this.purchases.findById(_id)) ?? purchase;
    this.logger.info('a refund was begun', toLogFields(started, 'refund-begun'));
    return started;
  }

  /** `null` if another worker has the lease, or the refund is not certain yet. */
  private async finish(purchase: PurchaseRecord): Promise<PurchaseRecord | null> {
    const leased = await this.purchases.acquireLease(purchase);
    if (!leased) return null;
    try {
      await this.passes.syncWithLedger(leased);
      if (!(await this.isRefunded(leased))) return null;
      const refunded = await this.purchases.transition(leased, 'refunded', {});
      if (refunded)
        this.logger.info('a payment was refunded', toLogFields(refunded, 'payment-refunded'));
      return refunded;
    } finally {
      // A transition has ended the lease.
      await this.purchases.deferCheck(leased).catch(() => undefined);
    }
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
  private async requestRefund(provider: PaymentProvider, captureId: string, first: string) {
    let requestId = first;
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const { id, status } = await provider.refund(captureId, requestId);
      if (status === 'COMPLETED') return true;
      if (status === 'PENDING') return false;
      requestId = `${first}-${id}`;
    }
    throw new Error('payment provider rejected the refund');
  }
}
