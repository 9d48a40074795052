import { AppLogger, type MessageContext, requireRole } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { PassesService } from '../../passes/passes.service.js';
import { normalizeEmail } from '../../passes/subscription.js';
import { PracticesRepository } from '../../practices/practices.repository.js';
import { evaluateOrder, type PaymentOutcome } from './evaluate-order.js';
import type { PurchaseRecord } from '../../purchases/purchase.record.js';
import { DuePurchasesRepository } from '../../purchases/due-purchases.repository.js';
import { PurchasesRepository } from '../../purchases/purchases.repository.js';
import {
  type OrderIds,
  type PaymentProvider,
  type ProviderOrder,
  ProviderRejectedError,
} from '../providers/payment-provider.js';
import { PaymentProviders, toLogFields } from '../providers/payment-providers.js';

/** Attempts before an operator has to check the refund. */
const MAX_ATTEMPTS = 5;

/**
 * Stores what a purchase's provider shows of its payment, and gives money back; never captures. A refund first
 * sets `refunding`, then ends the access, then refunds the money.
 */
@Injectable()
export class SettlementService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly practices: PracticesRepository,
    private readonly due: DuePurchasesRepository,
    private readonly passes: PassesService,
    private readonly logger: AppLogger,
    private readonly providers: PaymentProviders,
  ) {}

  /** The purchase that a provider names by any of its ids. */
  async find({ orderId, providerOrderId, captureId }: OrderIds): Promise<PurchaseRecord | null> {
    return (
      (orderId ? await this.purchases.findById(orderId) : null) ??
      (providerOrderId ? await this.purchases.findByProviderOrder(providerOrderId) : null) ??
      (captureId ? await this.purchases.findByCapture(captureId) : null)
    );
  }

  /** The payment outcome of an order, as the provider shows it. */
  evaluate(purchase: PurchaseRecord, order: ProviderOrder): PaymentOutcome {
    const outcome = evaluateOrder(purchase, order, this.providers.of(purchase).payee);
    return { ...outcome, payerEmail: order.payerEmail, hasCapture: order.capture !== undefined };
  }

  /**
   * Reads the purchase at the provider, stores its state there, and gives back what was paid twice. Returns
   * the purchase.
   */
  async sync(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    const { state } = purchase;
    const isCaptured = state === 'paid' || state === 'refunding';
    const synced = isCaptured ? await this.syncCapture(purchase) : await this.syncOrder(purchase);
    await this.returnSurplus(synced);
    return synced;
  }

  /** Applies an outcome. Returns the purchase afterwards, even if another worker changed it. */
  async applyOutcome(purchase: PurchaseRecord, outcome: PaymentOutcome): Promise<PurchaseRecord> {
    const { erasedAt } = (await this.practices.findById(purchase.practice)) ?? {};
    // The buyer has neither code nor browser any more: the money goes back.
    const isLate = erasedAt && outcome.kind === 'paid';
    const changed = await this.transition(
      purchase,
      isLate ? { kind: 'paymentMismatch', capture: outcome.capture } : outcome,
      erasedAt ? undefined : outcome.payerEmail,
    );
    if (!changed) return (await this.purchases.findById(purchase._id)) ?? purchase;
    const isMismatch = outcome.kind === 'paymentMismatch';
    const event = isMismatch ? 'payment-mismatched' : 'payment-settled';
    const fields = { ...toLogFields(changed, event), outcome: outcome.kind };
    if (isMismatch)
      this.logger.error('captured payment does not match the order, refunding it', fields);
    else this.logger.info('payment outcome stored', fields);
    return changed.state === 'refunding' ? this.tryToFinishRefund(changed) : changed;
  }

  /** An administrator's refund. A repeated call continues an unfinished one and never starts a second one. */
  async refund(id: string, context: MessageContext): Promise<PurchaseRecord> {
    const { name } = requireRole(context, 'admin');
    this.providers.assertConfigured();
    const found = await this.purchases.get(id);
    const purchase = found.state === 'paid' ? await this.startRefund(found, name) : found;
    if (purchase.state === 'refunded') return purchase;
    if (purchase.state !== 'refunding') throw new DomainError('NOT_REFUNDABLE');
    return this.tryToFinishRefund(purchase);
  }

  /** Tries to finish the refund; after a failure it stays `refunding` for the reconciler. */
  async tryToFinishRefund(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    try {
      const finished = await this.finishRefund(purchase);
      return finished ?? (await this.purchases.findById(purchase._id)) ?? purchase;
    } catch (error) {
      const fields = toLogFields(purchase, 'refund-unfinished');
      this.logger.warn('refund not finished, retrying', error, fields);
      return purchase;
    }
  }

  /** Gives back what was taken twice for one purchase; a repetition finds it given back. */
  private async returnSurplus(purchase: PurchaseRecord): Promise<void> {
    const { state, providerOrderId, captureId } = purchase;
    if (!/^(paid|refunding|refunded)$/.test(state) || !providerOrderId || !captureId) return;
    const provider = this.providers.of(purchase);
    for (const surplus of (await provider.findSurplus?.(providerOrderId, captureId)) ?? []) {
      const fields = toLogFields(purchase, 'payment-surplus');
      this.logger.error('an order was paid twice, refunding the second payment', fields);
      await this.requestRefund(provider, surplus, `refund-${surplus}`);
    }
  }

  private async syncOrder(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    const { state, providerOrderId } = purchase;
    if (state === 'refunded' || providerOrderId === undefined) return purchase;
    const order = await this.providers.of(purchase).getOrder(providerOrderId);
    const outcome = this.evaluate(purchase, order);
    // A capture call gets a rejection in its own answer; only a held payment is declined here.
    if (['declined', 'capturable', 'notApproved'].includes(outcome.kind)) {
      if (state !== 'pending' || !outcome.hasCapture) return purchase;
      const kind = order.status === 'CREATED' ? 'notApproved' : 'declined';
      return this.applyOutcome(purchase, { kind });
    }
    const changed = await this.applyOutcome(purchase, outcome);
    const isPartlyRefunded = order.capture?.status === 'PARTIALLY_REFUNDED';
    return isPartlyRefunded ? this.storePartialRefunds(changed) : changed;
  }

  private async syncCapture(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    if (purchase.captureId === undefined) return purchase;
    const capture = await this.providers.of(purchase).getCapture(purchase.captureId);
    if (capture.status === 'PARTIALLY_REFUNDED') return this.storePartialRefunds(purchase);
    if (capture.status !== 'REFUNDED') return purchase;
    if (purchase.state === 'refunding') return this.tryToFinishRefund(purchase);
    return this.applyOutcome(purchase, { kind: 'refundDetected', capture });
  }

  /** The access stays; each refunded part gets a credit note. */
  private async storePartialRefunds(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    const { providerOrderId, captureId } = purchase;
    if (purchase.state !== 'paid' || !providerOrderId || !captureId) return purchase;
    const refunds = await this.providers.of(purchase).listRefunds(providerOrderId, captureId);
    for (const refund of refunds) await this.due.addPartialRefund(purchase, refund);
    return (await this.purchases.findById(purchase._id)) ?? purchase;
  }

  private async transition(purchase: PurchaseRecord, outcome: PaymentOutcome, payerEmail?: string) {
    switch (outcome.kind) {
      case 'paid':
      case 'heldByProvider':
      case 'paymentMismatch':
      case 'refundDetected': {
        const email = payerEmail ?? purchase.contactEmail;
        // The first named one is kept: a later outcome, such as a refund, does not name the payer again.
        const isNamed = purchase.payerEmail === undefined && email;
        const payer = isNamed ? { payerEmail: normalizeEmail(email) } : {};
        const changes = { captureId: outcome.capture.id, ...payer };
        return this.purchases.transition(purchase, outcome.kind, changes);
      }
      case 'declined':
      case 'notApproved':
        return this.reject(purchase, outcome.kind);
      case 'capturable':
      case 'unknown':
        return null;
    }
  }

  /** `notApproved`: the order of a held payment can be paid again. */
  private async reject(purchase: PurchaseRecord, kind: 'declined' | 'notApproved') {
    const { state, lease, declines } = purchase;
    const changes = { declines: declines + 1, refusal: kind };
    if (state === 'pending')
      return kind === 'declined'
        ? this.purchases.transition(purchase, 'denied', {})
        : this.purchases.transition(purchase, 'released', { ...changes, refusal: 'declined' });
    // Only the holder of the lease knows that no other capture is running.
    if (state !== 'capturing' || !lease) return null;
    return this.purchases.transition(purchase, kind, changes, { 'lease.id': lease.id, declines });
  }

  /**
   * After refunds of parts, what is left may be too little for the provider. It would end the access and
   * never be refunded, so without the provider's answer no refund starts.
   */
  private async startRefund(purchase: PurchaseRecord, refundedBy: string): Promise<PurchaseRecord> {
    const { _id, captureId = '' } = purchase;
    if (await this.providers.of(purchase).isRestTooSmall?.(captureId))
      throw new DomainError('NOT_REFUNDABLE', { part: 'rest' });
    const started = await this.purchases.transition(purchase, 'refundStarted', { refundedBy });
    if (!started) return (await this.purchases.findById(_id)) ?? purchase;
    this.logger.info('a refund was begun', toLogFields(started, 'refund-begun'));
    return started;
  }

  /** `null` if another worker has the lease, or the refund is not certain yet. */
  private async finishRefund(purchase: PurchaseRecord): Promise<PurchaseRecord | null> {
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
