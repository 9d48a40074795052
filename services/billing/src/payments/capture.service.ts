import { setTimeout as pause } from 'node:timers/promises';
import type { MessageContext } from '@ctdb/chassis';
import {
  type captureOrder,
  type CaptureOutcome,
  DomainError,
  PAYMENT_DEADLINE_MS,
  type RequestOf,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { PracticesService } from '../access/practices.service.js';
import { PassesService } from '../passes/passes.service.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { toReceipt } from '../purchases/receipt.js';
import { ProviderUnavailableError } from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';
import { ProviderCaptureService } from './provider-capture.service.js';

/** Between two reads of a purchase that another worker has leased. */
const POLL_INTERVAL_MS = 150;
/** Time for the answer to reach the caller before its deadline. */
const REPLY_MARGIN_MS = 1_500;

const unknownOutcome = () => new ProviderUnavailableError('the outcome is not known yet');

/** The buyer's capture request: waits for the outcome and activates the access. */
@Injectable()
export class CaptureService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly providerCapture: ProviderCaptureService,
    private readonly passes: PassesService,
    private readonly practices: PracticesService,
    private readonly providers: PaymentProviders,
  ) {}

  async capture(
    { id, browser }: RequestOf<typeof captureOrder>,
    { deadline }: Pick<MessageContext, 'deadline'>,
  ): Promise<CaptureOutcome> {
    this.providers.assertConfigured();
    const purchase = await this.purchases.findByProviderOrder(id);
    if (!purchase) throw new DomainError('NOT_FOUND', { kind: 'order' });
    const isOpenHere = (await this.practices.find(browser))?._id.equals(purchase.practice) === true;
    if (!isOpenHere && purchase.orderedBy !== browser) throw new DomainError('FOREIGN_ORDER');
    const left = Math.min(PAYMENT_DEADLINE_MS, deadline - Date.now());
    const settled = await this.waitForOutcome(purchase, performance.now() + left - REPLY_MARGIN_MS);
    return this.outcome(settled, isOpenHere);
  }

  /** Waits until the outcome is known. */
  private async waitForOutcome(purchase: PurchaseRecord, end: number): Promise<PurchaseRecord> {
    let now = purchase;
    while (now.state === 'open' || now.state === 'capturing') {
      if (performance.now() > end) throw unknownOutcome();
      const before = now;
      const changed = await this.attemptCapture(before);
      now = changed ?? (await this.purchases.findById(before._id)) ?? before;
      // Open again: this or another worker found the payment declined or not approved.
      const wasAttempted = changed !== null || before.state === 'capturing';
      if (now.state === 'open' && (wasAttempted || now.declines > before.declines)) break;
      if (changed === null) await pause(POLL_INTERVAL_MS);
    }
    return now;
  }

  /** `null` if another worker has the lease, or the provider is unreachable. */
  private async attemptCapture(purchase: PurchaseRecord): Promise<PurchaseRecord | null> {
    try {
      return await this.providerCapture.capture(purchase);
    } catch (error) {
      if (error instanceof ProviderUnavailableError) return null;
      throw error;
    }
  }

  /** A token that opens the practice no more finishes its orders, and gets no key to the practice. */
  private async outcome(purchase: PurchaseRecord, isOpenHere: boolean): Promise<CaptureOutcome> {
    switch (purchase.state) {
      case 'paid': {
        const receipt = toReceipt(purchase);
        if (!receipt) throw new Error('a paid purchase has no receipt');
        const pass = await this.passes.activate(purchase);
        const code = isOpenHere ? { accessCode: purchase.accessCode } : {};
        return { status: 'COMPLETED', pass, receipt, ...code };
      }
      case 'pending':
        return { status: 'PENDING' };
      case 'open':
        throw new DomainError(
          purchase.refusal === 'declined' ? 'PAYMENT_DECLINED' : 'ORDER_NOT_APPROVED',
        );
      case 'refunding':
      case 'refunded':
        throw new DomainError(purchase.paidAt ? 'PURCHASE_ENDED' : 'PAYMENT_DECLINED');
      case 'denied':
        throw new DomainError('PAYMENT_DECLINED');
      case 'created':
      case 'abandoned':
        throw new DomainError('NOT_FOUND', { kind: 'order' });
      case 'capturing':
        throw unknownOutcome();
    }
  }
}
