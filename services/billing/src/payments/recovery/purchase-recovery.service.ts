import { AppLogger, Metrics } from '@ctdb/chassis';
import { JobProcessor } from '@ctdb/chassis/jobs';
import type { Requests } from '@ctdb/contracts';
import { Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { providerOf, type PurchaseRecord } from '../../purchases/purchase.record.js';
import { DuePurchasesRepository } from '../../purchases/due-purchases.repository.js';
import { PurchasesRepository, RECHECK_INTERVAL_MS } from '../../purchases/purchases.repository.js';
import { RedisClock } from '../../redis-clock.js';
import { CaptureService } from '../checkout/capture.service.js';
import { ProviderRejectedError } from '../providers/payment-provider.js';
import { PaymentProviders, toLogFields } from '../providers/payment-providers.js';
import { SettlementService } from '../settlement/settlement.service.js';

/** Name of the queue of purchases to recover. */
export const PAYMENTS_QUEUE = 'payments';

/** States of a purchase whose outcome is not known yet. */
const unfinishedStates = ['capturing', 'refunding', 'pending'] as const;
/** An order that is unpaid for this long expires. */
const ORDER_EXPIRY_MS = 6 * 3_600_000;
/** An order that waits this long for the provider's answer expires: its buyer has seen no way to pay. */
const UNOPENED_EXPIRY_MS = 3_600_000;
/** An order that expired this long ago without any payment is removed. */
const ORDER_RETENTION_MS = 30 * 86_400_000;

/** An order whose provider takes the money itself is read from this age on. */
const OPEN_CHECK_MS = 60_000;

const BATCH_SIZE = 100;
/** Few, so that they hold up no purchase whose buyer waits. */
const RECHECK_BATCH_SIZE = 10;

/**
 * Continues unfinished purchases, each under its lease: the buyer's own capture does not pass the queue.
 * Logs a failure, and a later run retries. Webhooks prove nothing: each is a reason to read a purchase at its
 * provider.
 */
@Processor(PAYMENTS_QUEUE, { concurrency: 16 })
export class PurchaseRecoveryService extends JobProcessor {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly due: DuePurchasesRepository,
    private readonly captures: CaptureService,
    private readonly settlement: SettlementService,
    private readonly providers: PaymentProviders,
    private readonly clock: RedisClock,
    logger: AppLogger,
    metrics: Metrics,
  ) {
    super(logger);
    // A value above zero for minutes needs an operator.
    const help = 'Purchases whose outcome is not known yet, by state';
    metrics.observe({ name: 'purchases_unfinished', help, labelNames: ['state'] }, () =>
      Promise.all(
        unfinishedStates.map(async (state) => ({
          labels: { state },
          value: await due.count(state),
        })),
      ),
    );
  }

  process({ data }: Job<{ id: string }>): Promise<void> {
    return this.recover(data.id);
  }

  async receiveWebhook({ provider, headers, body }: Requests['receiveWebhook']) {
    const event = this.providers.get(provider).readEvent(headers, Buffer.from(body, 'base64'));
    const purchase = event && (await this.settlement.find(event));
    if (!purchase || providerOf(purchase) !== provider) return;
    await this.due.requestRead(purchase._id);
    const { state } = (await this.readIfRequested(purchase)) ?? purchase;
    // The payment may still be shown as completed: an operator decides.
    if (event.isReversal && state === 'paid')
      this.logger.error(
        'a webhook names a payment as reversed that the provider reports as completed; access stays active, check manually',
        { ...toLogFields(purchase, 'payment-reversed'), type: event.type },
      );
  }

  /** Expires orders that no provider opened, and removes expired ones. */
  async expireOrders(): Promise<void> {
    const count = await this.due.expireUnopened(UNOPENED_EXPIRY_MS);
    if (count > 0) this.logger.info('unpaid orders expired', { count, event: 'orders-abandoned' });
    const removed = await this.due.removeNeverPaid(ORDER_RETENTION_MS);
    if (removed > 0)
      this.logger.info('orders never paid removed', { count: removed, event: 'orders-removed' });
  }

  /**
   * Ids of purchases to recover: unfinished, expired or maybe paid, and without a valid lease; and those
   * to read again, or because of a webhook.
   */
  async findDue(): Promise<string[]> {
    const due = await this.due.findUnpaid(ORDER_EXPIRY_MS, BATCH_SIZE);
    due.push(...(await this.due.findRechecks(RECHECK_BATCH_SIZE)));
    for (const { name, repeatableMs } of this.providers.all)
      if (repeatableMs) due.push(...(await this.due.findUnpaid(OPEN_CHECK_MS, BATCH_SIZE, name)));
    for (const state of unfinishedStates)
      due.push(...(await this.due.findUnfinished(state, BATCH_SIZE)));
    due.push(...(await this.due.findReads(BATCH_SIZE)));
    return [...new Set(due.map(({ _id }) => _id.toHexString()))];
  }

  /** Continues the purchase, unless another worker has its lease or it is finished. */
  async recover(id: string): Promise<void> {
    const purchase = await this.purchases.findById(id);
    if (!purchase) return;
    const { state, recheckAt } = purchase;
    try {
      // Its next check comes in seconds.
      if (await this.readIfRequested(purchase)) return;
      if (state === 'capturing') await this.captures.captureAtProvider(purchase);
      if (state === 'refunding') await this.settlement.tryToFinishRefund(purchase);
      if (state === 'pending' || state === 'open') await this.checkUnpaid(purchase);
      // The webhook of a refund, a second payment or a late one may be lost.
      const due = recheckAt && (await this.due.takeRecheck(purchase));
      if (due && this.providers.has(due)) await this.settlement.sync(due);
    } catch (error) {
      const fields = toLogFields(purchase, 'purchase-unfinished');
      this.logger.warn('purchase not finished, retrying', error, fields);
    }
  }

  /**
   * Reads a purchase if a webhook has requested it. `null` if none has, or if the last read is too recent:
   * then a later run reads it.
   */
  private async readIfRequested(purchase: PurchaseRecord): Promise<PurchaseRecord | null> {
    const begun = this.providers.has(purchase) && (await this.due.beginRead(purchase._id));
    if (!begun) return null;
    const read = await this.settlement.sync(purchase).catch((error: unknown) => {
      // The answer to a repetition is the same.
      if (!(error instanceof ProviderRejectedError)) throw error;
      const fields = toLogFields(purchase);
      this.logger.warn('payment provider rejected the read for a webhook', error, fields);
      return purchase;
    });
    await this.due.endRead(begun);
    return read;
  }

  /**
   * Reads an order: its buyer may have paid and not come back, a rejected capture may have succeeded late,
   * or the provider has ended the wait of a held payment. Without a payment for hours an open order
   * expires. A provider that takes the money itself may yet take it then. One that is not configured any
   * more cannot be read until it is again.
   */
  private async checkUnpaid(purchase: PurchaseRecord): Promise<void> {
    const leased = await this.purchases.acquireLease(purchase);
    if (!leased) return;
    // Deferred before the call, so that a failed call is not repeated at once.
    await this.purchases.deferCheck(leased);
    const isReadable = this.providers.has(leased);
    const { state } = isReadable ? await this.read(leased) : leased;
    const now = await this.clock.now();
    const isExpired = now - purchase.createdAt.getTime() >= ORDER_EXPIRY_MS;
    if (purchase.state !== 'open' || state !== 'open' || !isExpired) return;
    const mayBePaid = !isReadable || this.providers.of(leased).repeatableMs !== undefined;
    const recheck = { recheckAt: new Date(now + RECHECK_INTERVAL_MS) };
    await this.purchases.transition(leased, 'expired', mayBePaid ? recheck : {});
  }

  private async read(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    try {
      return await this.settlement.sync(purchase);
    } catch (error) {
      // A provider may delete orders that were never approved.
      const isUnknown = error instanceof ProviderRejectedError && error.code === 'NOT_FOUND';
      if (isUnknown && purchase.state === 'open') return purchase;
      throw error;
    }
  }
}
