import { AppLogger } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import type { ProviderCapture, ProviderOrder } from '../provider/payment-provider.js';
import { judge, type Verdict } from '../purchases/judge.js';
import type { StepChanges } from '../purchases/purchase-changes.js';
import { PurchaseFacts } from '../purchases/purchase-facts.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { PurchasesRepository, type StepOptions } from '../purchases/purchases.repository.js';
import { newReceiptCode } from '../purchases/receipt-code.js';
import type { Step } from '../purchases/transitions.js';
import { RefundsService } from './refunds.service.js';

/** A verdict with the payer's e-mail address. */
interface EvaluatedPayment {
  verdict: Verdict;
  payerEmail: string | undefined;
}

/** Applies the payment outcome to a purchase. */
@Injectable()
export class SettlementService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly facts: PurchaseFacts,
    private readonly refunds: RefundsService,
    private readonly clock: RedisClock,
    private readonly logger: AppLogger,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  judge(purchase: PurchaseDocument, order: ProviderOrder): Verdict {
    return judge(purchase, order, this.config.paypal?.payee);
  }

  /** Applies `verdict`. Returns the purchase afterwards, even if another worker changed it. */
  async settle(
    purchase: PurchaseDocument,
    verdict: Verdict,
    payerEmail?: string,
  ): Promise<PurchaseDocument> {
    const changed = await this.step(purchase, { verdict, payerEmail });
    const settled = changed ?? (await this.purchases.findById(purchase._id)) ?? purchase;
    if (changed) this.logOutcome(changed, verdict);
    if (changed?.state === 'refunding') return this.refunds.tryToFinish(changed);
    return settled;
  }

  private async step(
    purchase: PurchaseDocument,
    { verdict, payerEmail }: EvaluatedPayment,
  ): Promise<PurchaseDocument | null> {
    const at = await this.clock.now();
    const take = <S extends Step>(
      step: S,
      changes: StepChanges[S],
      options: Omit<StepOptions, 'at'> = {},
    ) => this.purchases.take(purchase, step, changes, { at, ...options });
    const captured = (capture: ProviderCapture) => ({
      captureId: capture.id,
      ...(payerEmail ? { payerEmail: payerEmail.trim().toLowerCase() } : {}),
    });

    switch (verdict.kind) {
      case 'paid': {
        const changes = {
          ...captured(verdict.capture),
          paidAt: new Date(at),
          receiptCode: newReceiptCode(),
        };
        const event = this.facts.entry('paid', purchase);
        return take('paid', changes, { event, due: 'account' });
      }
      case 'held':
        return take('held', captured(verdict.capture));
      case 'mismatched':
      case 'refundSeen':
        return take(verdict.kind, captured(verdict.capture), { due: 'access' });
      case 'declined':
        if (purchase.state === 'pending') return take('denied', {});
        return this.reopen(purchase, at, 'declined');
      case 'notApproved':
        return this.reopen(purchase, at, 'notApproved');
      case 'capturable':
      case 'unknown':
        return null;
    }
  }

  /** Needs the lease: only its holder knows that no other capture is running. */
  private reopen(
    purchase: PurchaseDocument,
    at: number,
    refusal: 'declined' | 'notApproved',
  ): Promise<PurchaseDocument | null> {
    const { lease, declines } = purchase;
    if (purchase.state !== 'capturing' || !lease) return Promise.resolve(null);
    const only = { leaseId: lease.id, declines };
    const changes = { declines: declines + 1, refusal };
    return this.purchases.take(purchase, refusal, changes, { at, only });
  }

  private logOutcome({ _id, item, state }: PurchaseDocument, verdict: Verdict): void {
    const fields = { orderId: _id.toHexString(), item, state, verdict: verdict.kind };
    if (verdict.kind === 'mismatched')
      this.logger.error('a payment does not fit its order: it goes back', {
        ...fields,
        event: 'payment-mismatched',
      });
    else this.logger.info('a payment was settled', { ...fields, event: 'payment-settled' });
    if (verdict.kind === 'paid') this.facts.publishSoon();
  }
}
