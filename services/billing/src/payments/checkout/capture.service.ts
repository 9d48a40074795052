import { setTimeout as pause } from 'node:timers/promises';
import { AppLogger, type MessageContext } from '@ctdb/chassis';
import {
  type CaptureOutcome,
  DomainError,
  PAYMENT_DEADLINE_MS,
  type Requests,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { PracticesService } from '../../access/practices.service.js';
import { PassesService } from '../../passes/passes.service.js';
import { toReceipt } from '../../passes/purchase.mapper.js';
import type { PaymentOutcome } from '../settlement/evaluate-order.js';
import type { PurchaseRecord } from '../../purchases/purchase.record.js';
import { PurchasesRepository } from '../../purchases/purchases.repository.js';
import { ProviderRejectedError, ProviderUnavailableError } from '../providers/payment-provider.js';
import { PaymentProviders, toLogFields } from '../providers/payment-providers.js';
import { SettlementService } from '../settlement/settlement.service.js';

/** Between two reads of a purchase that another worker has leased. */
const POLL_INTERVAL_MS = 150;
/** Time for the answer to reach the caller before its deadline. */
const REPLY_MARGIN_MS = 1_500;

/** An order that is still capturable after a capture call was declined. */
const afterCapture = (outcome: PaymentOutcome): PaymentOutcome =>
  outcome.kind === 'capturable' ? { ...outcome, kind: 'declined' } : outcome;

const nullIfUnavailable = (error: unknown): null => {
  if (error instanceof ProviderUnavailableError) return null;
  throw error;
};

const unknownOutcome = () => new ProviderUnavailableError('the outcome is not known yet');

/**
 * Captures approved orders. Only the worker with the lease of a purchase does; the requests of buyers wait
 * for the outcome, and activate the access.
 */
@Injectable()
export class CaptureService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly settlement: SettlementService,
    private readonly passes: PassesService,
    private readonly practices: PracticesService,
    private readonly logger: AppLogger,
    private readonly providers: PaymentProviders,
  ) {}

  async capture({ id, browser }: Requests['captureOrder'], { deadline }: MessageContext) {
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
      const changed = await this.captureAtProvider(before).catch(nullIfUnavailable);
      now = changed ?? (await this.purchases.findById(before._id)) ?? before;
      // Open again: this or another worker found the payment declined or not approved.
      const wasAttempted = changed !== null || before.state === 'capturing';
      if (now.state === 'open' && (wasAttempted || now.declines > before.declines)) break;
      if (changed === null) await pause(POLL_INTERVAL_MS);
    }
    return now;
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
      case 'denied':
      case 'refunding':
      case 'refunded':
        throw new DomainError(purchase.paidAt ? 'PURCHASE_ENDED' : 'PAYMENT_DECLINED');
      case 'created':
      case 'abandoned':
        throw new DomainError('NOT_FOUND', { kind: 'order' });
      case 'capturing':
        throw unknownOutcome();
    }
  }

  /**
   * Captures a purchase that is `open`, or `capturing` after a crash. Returns the changed purchase,
   * or `null` if another worker has its lease. Throws {@link ProviderUnavailableError} while the outcome
   * is unknown; a later call finds the outcome.
   */
  async captureAtProvider(purchase: PurchaseRecord): Promise<PurchaseRecord | null> {
    const isFirst = purchase.state === 'open';
    const leased = isFirst
      ? await this.purchases.startCapture(purchase)
      : await this.purchases.acquireLease(purchase);
    if (!leased) return null;
    try {
      const outcome = isFirst ? await this.requestCapture(leased) : await this.findOutcome(leased);
      if (outcome.kind === 'unknown')
        throw new ProviderUnavailableError('inconsistent payment provider response');
      return await this.settlement.applyOutcome(leased, outcome);
    } catch (error) {
      // The outcome stays unknown: the next check of a recent purchase comes at once.
      await this.purchases.deferCheck(leased).catch(() => undefined);
      throw error;
    }
  }

  /** Reads the order first, because an earlier capture may have succeeded. */
  private async findOutcome(purchase: PurchaseRecord): Promise<PaymentOutcome> {
    const read = await this.readOrder(purchase);
    return read.kind === 'capturable' ? this.requestCapture(purchase) : read;
  }

  private async requestCapture(purchase: PurchaseRecord): Promise<PaymentOutcome> {
    const { _id, providerOrderId = '', declines } = purchase;
    try {
      const requestId = `capture-${_id.toHexString()}-${declines}`;
      const order = await this.providers.of(purchase).captureOrder(providerOrderId, requestId);
      return afterCapture(this.settlement.evaluate(purchase, order));
    } catch (error) {
      if (error instanceof ProviderRejectedError) return this.handleRejection(purchase, error);
      throw error;
    }
  }

  private async handleRejection(
    purchase: PurchaseRecord,
    { code, issue }: ProviderRejectedError,
  ): Promise<PaymentOutcome> {
    if (code === 'INSTRUMENT_DECLINED') return { kind: 'declined' };
    if (code === 'ORDER_NOT_APPROVED' || code === 'NOT_FOUND') return { kind: 'notApproved' };
    // It may be rejected because of a concurrent or earlier capture call.
    const read = afterCapture(await this.readOrder(purchase));
    if (code === 'ORDER_ALREADY_CAPTURED') return read.hasCapture ? read : { kind: 'unknown' };
    const fields = { ...toLogFields(purchase), issue };
    this.logger.warn('payment provider rejected the capture', fields);
    return read;
  }

  private async readOrder(purchase: PurchaseRecord): Promise<PaymentOutcome> {
    try {
      const order = await this.providers.of(purchase).getOrder(purchase.providerOrderId ?? '');
      return this.settlement.evaluate(purchase, order);
    } catch (error) {
      const isUnknown = error instanceof ProviderRejectedError && error.code === 'NOT_FOUND';
      if (isUnknown) return { kind: 'notApproved' };
      throw error;
    }
  }
}
