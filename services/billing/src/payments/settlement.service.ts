import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { normalizeEmail } from '../passes/subscription.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import { evaluateOrder, type PaymentOutcome } from '../purchases/evaluate-order.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import type { ProviderCapture, ProviderOrder, ProviderPayer } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';
import { RefundsService } from './refunds.service.js';

/** The first named one is kept: a later outcome, such as a refund, does not name the payer again. */
const toPayer = (
  { contactEmail, payerEmail: known }: PurchaseRecord,
  payer: Partial<ProviderPayer> = {},
): Pick<PurchaseRecord, 'payerEmail'> => {
  const email = payer.payerEmail ?? contactEmail;
  return known === undefined && email ? { payerEmail: normalizeEmail(email) } : {};
};

/** Applies the payment outcome to a purchase. */
@Injectable()
export class SettlementService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly practices: PracticesRepository,
    private readonly refunds: RefundsService,
    private readonly logger: AppLogger,
    private readonly providers: PaymentProviders,
  ) {}

  /** The payment outcome of an order, as the provider shows it. */
  evaluate(purchase: PurchaseRecord, order: ProviderOrder): PaymentOutcome {
    return evaluateOrder(purchase, order, this.providers.of(purchase).payee);
  }

  /** Applies an outcome. Returns the purchase afterwards, even if another worker changed it. */
  async applyOutcome(
    purchase: PurchaseRecord,
    outcome: PaymentOutcome,
    payer?: ProviderPayer,
  ): Promise<PurchaseRecord> {
    const { erasedAt } = (await this.practices.findById(purchase.practice)) ?? {};
    // The buyer has neither code nor browser any more: the money goes back.
    const isLate = erasedAt && outcome.kind === 'paid';
    const changed = await this.transition(
      purchase,
      isLate ? { kind: 'paymentMismatch', capture: outcome.capture } : outcome,
      erasedAt ? undefined : payer,
    );
    if (!changed) return (await this.purchases.findById(purchase._id)) ?? purchase;
    this.logOutcome(changed, outcome);
    return changed.state === 'refunding' ? this.refunds.tryToFinish(changed) : changed;
  }

  private async transition(
    purchase: PurchaseRecord,
    outcome: PaymentOutcome,
    payer?: ProviderPayer,
  ): Promise<PurchaseRecord | null> {
    const captureFields = ({ id }: ProviderCapture) => ({
      captureId: id,
      ...toPayer(purchase, payer),
    });
    switch (outcome.kind) {
      case 'paid':
      case 'heldByProvider':
      case 'paymentMismatch':
      case 'refundDetected':
        return this.purchases.transition(purchase, outcome.kind, captureFields(outcome.capture));
      case 'declined':
        return purchase.state === 'pending'
          ? this.purchases.transition(purchase, 'denied', {})
          : this.reopen(purchase, 'declined');
      case 'notApproved':
        return purchase.state === 'pending'
          ? this.release(purchase)
          : this.reopen(purchase, 'notApproved');
      case 'capturable':
      case 'unknown':
        return null;
    }
  }

  private release(purchase: PurchaseRecord): Promise<PurchaseRecord | null> {
    const changes = { declines: purchase.declines + 1, refusal: 'declined' } as const;
    return this.purchases.transition(purchase, 'released', changes);
  }

  /** Needs the lease: only its holder knows that no other capture is running. */
  private async reopen(
    purchase: PurchaseRecord,
    refusal: 'declined' | 'notApproved',
  ): Promise<PurchaseRecord | null> {
    const { state, lease, declines } = purchase;
    if (state !== 'capturing' || !lease) return null;
    const unchanged = { 'lease.id': lease.id, declines };
    const changes = { declines: declines + 1, refusal };
    return this.purchases.transition(purchase, refusal, changes, unchanged);
  }

  private logOutcome({ _id, item, state }: PurchaseRecord, { kind }: PaymentOutcome): void {
    const fields = { orderId: _id.toHexString(), item, state, outcome: kind };
    if (kind === 'paymentMismatch')
      this.logger.error('captured payment does not match the order, refunding it', {
        ...fields,
        event: 'payment-mismatched',
      });
    else this.logger.info('payment outcome stored', { ...fields, event: 'payment-settled' });
  }
}
