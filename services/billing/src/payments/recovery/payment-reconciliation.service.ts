import { AppLogger } from '@ctdb/chassis';
import type { PaymentProviderName } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { PassesService } from '../../passes/passes.service.js';
import { isPlan, normalizeEmail } from '../../passes/subscription.js';
import { InstallationRepository } from '../../purchases/installation.repository.js';
import type { PurchaseRecord } from '../../purchases/purchase.record.js';
import { PurchasesRepository } from '../../purchases/purchases.repository.js';
import { PracticesRepository } from '../../practices/practices.repository.js';
import { toAccessCode } from '../../typed-code.js';
import { readOrderMark } from '../providers/order-mark.js';
import {
  type ListedPayment,
  type PaymentProvider,
  type ProviderOrder,
  ProviderRejectedError,
  ProviderUnavailableError,
} from '../providers/payment-provider.js';
import { PaymentProviders, toLogFields } from '../providers/payment-providers.js';
import { SettlementService } from '../settlement/settlement.service.js';

/** Clocks of the provider and of the backup may differ as much. */
const MARGIN_MS = 10 * 60_000;

/** What became of a listed payment. In a dry run: what would become of it. */
const outcomes = [
  /** As the database has it. */
  'known',
  /** Its order was known, and not that it was paid. */
  'settled',
  /** Known; that it was refunded, or a part of it, was not. */
  'refunded',
  /** Not known: stored again. */
  'rebuilt',
  /** Of something else that is sold with the same account. */
  'foreign',
  /** It could not be read; a repetition may succeed. */
  'failed',
  /** A person has to decide. */
  'unclear',
] as const;
type Outcome = (typeof outcomes)[number];

type Result = { outcome: Outcome; detail: string };

/** All entries of one payment. */
interface Payment extends Omit<ListedPayment, 'refundId'> {
  refundIds: Set<string>;
}

const known: Result = { outcome: 'known', detail: '' };
const isOrderId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text);

/** One entry for each payment, the oldest first. */
const toPayments = (entries: readonly ListedPayment[]): Payment[] => {
  const payments = new Map<string, Payment>();
  // A refund is later than its payment.
  for (const { refundId, ...entry } of entries.toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  )) {
    const payment = payments.get(entry.captureId) ?? { ...entry, refundIds: new Set() };
    payment.orderId ??= entry.orderId;
    payment.providerOrderId ??= entry.providerOrderId;
    if (refundId !== undefined) payment.refundIds.add(refundId);
    payments.set(entry.captureId, payment);
  }
  return [...payments.values()];
};

/**
 * Compares the payments in the providers' lists with the ledger, after an older database was restored: what
 * was paid or refunded after its backup is stored again. A list only says where to look; what counts is
 * read at the provider, and stored by the same transitions as ever. A repetition changes nothing.
 */
@Injectable()
export class PaymentReconciliationService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly installation: InstallationRepository,
    private readonly providers: PaymentProviders,
    private readonly settlement: SettlementService,
    private readonly passes: PassesService,
    private readonly practices: PracticesRepository,
    private readonly logger: AppLogger,
  ) {}

  /**
   * What was found at one provider, which may list payments of after `completeUntil` yet. `payments` are
   * those that were changed, or that a person must look at; without personal data. Throws the provider's
   * error if it does not give its lists.
   */
  async reconcile(
    name: PaymentProviderName,
    { from, to }: { from: Date; to: Date },
    isDryRun: boolean,
  ) {
    const provider = this.providers.get(name);
    const start = new Date(from.getTime() - MARGIN_MS);
    const { payments: entries, completeUntil } = await provider.listPayments(start, to);
    const all: (Pick<ListedPayment, 'captureId' | 'orderId'> & Result)[] = [];
    // One after the other: what a practice has bought is queued in the order of its payments.
    for (const payment of toPayments(entries)) {
      const { captureId, orderId } = payment;
      all.push({ captureId, orderId, ...(await this.check(provider, payment, isDryRun)) });
    }
    const count = (outcome: Outcome) => all.filter((one) => one.outcome === outcome).length;
    const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, count(outcome)]));
    const payments = all.filter(({ outcome }) => outcome !== 'known' && outcome !== 'foreign');
    return { provider: name, counts: counts as Record<Outcome, number>, payments, completeUntil };
  }

  private async check(
    provider: PaymentProvider,
    payment: Payment,
    isDryRun: boolean,
  ): Promise<Result> {
    try {
      const purchase = await this.settlement.find(payment);
      if (purchase) return await this.update(purchase, payment, isDryRun);
      const { orderId, providerOrderId } = payment;
      const mayBeOurs = orderId === undefined ? providerOrderId !== undefined : isOrderId(orderId);
      const order = mayBeOurs ? await provider.findOrder(payment) : undefined;
      const id = order?.customId;
      if (!order || !id || !isOrderId(id)) return { outcome: 'foreign', detail: '' };
      const unpaid = await this.purchases.findById(id);
      if (unpaid) return await this.update(unpaid, payment, isDryRun);
      return await this.rebuild(provider, { ...order, customId: id }, payment.at, isDryRun);
    } catch (error) {
      const isRejected = error instanceof ProviderRejectedError;
      if (!isRejected && !(error instanceof ProviderUnavailableError)) throw error;
      const isGone = isRejected && error.code === 'NOT_FOUND';
      return { outcome: isGone ? 'unclear' : 'failed', detail: error.message };
    }
  }

  /** Reads a known purchase at its provider if the list has news of it. */
  private async update(
    purchase: PurchaseRecord,
    { refundIds, ...payment }: Payment,
    isDryRun: boolean,
  ): Promise<Result> {
    const { state, partialRefunds = [] } = purchase;
    const isKnown = (id: string) => partialRefunds.some((refund) => refund.id === id);
    const isRefundKnown = state === 'refunded' || [...refundIds].every(isKnown);
    const isSettled =
      ['paid', 'refunded'].includes(state) && purchase.captureId === payment.captureId;
    if (isSettled && isRefundKnown) {
      if (!isDryRun) await this.startPlan(purchase);
      return known;
    }
    const outcome = isSettled ? 'refunded' : 'settled';
    if (isDryRun) return { outcome, detail: `is ${state} here` };
    const synced = await this.sync(await this.open(purchase, payment));
    const hasChanged =
      synced.state !== state || synced.partialRefunds?.length !== purchase.partialRefunds?.length;
    return hasChanged ? { outcome, detail: `was ${state}, is ${synced.state}` } : known;
  }

  /** An order whose backup was made before the answer of the provider lacks the provider's id. */
  private async open(purchase: PurchaseRecord, payment: ListedPayment): Promise<PurchaseRecord> {
    if (purchase.providerOrderId !== undefined) return purchase;
    const order = await this.providers.of(purchase).findOrder(payment);
    if (order?.customId !== purchase._id.toHexString()) return purchase;
    const { id: providerOrderId, approveUrl } = order;
    const changes = { providerOrderId, ...(approveUrl && { approveUrl }) };
    return (await this.purchases.transition(purchase, 'opened', changes)) ?? purchase;
  }

  private async rebuild(
    { name: provider, currency }: PaymentProvider,
    order: ProviderOrder & { customId: string },
    takenAt: Date,
    isDryRun: boolean,
  ): Promise<Result> {
    const { customId: orderId, id: providerOrderId, amountMinor, mark, approveUrl, email } = order;
    const key = await this.installation.getKey();
    const marked = mark && readOrderMark(key, { orderId, amountMinor, currency }, mark);
    if (!marked || order.currency !== currency)
      return { outcome: 'unclear', detail: 'has no valid mark of this installation' };
    const { item } = marked;
    if (isDryRun) return { outcome: 'rebuilt', detail: item };
    // Its browser is not known any more: the access code opens it, which is the same as before.
    const owner = await this.practices.create(undefined, new Date(), marked.practice);
    const practice = owner.joinedInto ?? owner._id;
    await this.practices.keep(practice);
    const stored = await this.purchases.restore({
      ...marked,
      practice,
      _id: new Types.ObjectId(orderId),
      accessCode: toAccessCode(key, orderId),
      orderedBy: orderId,
      provider,
      amountMinor,
      currency,
      providerOrderId,
      takenAt,
      approveUrl,
      ...(email && !owner.erasedAt && { contactEmail: normalizeEmail(email) }),
    });
    const synced = await this.sync(stored);
    this.logger.info('a purchase was rebuilt', toLogFields(synced, 'purchase-rebuilt'));
    return { outcome: 'rebuilt', detail: `${item}, ${synced.state}` };
  }

  private async sync(purchase: PurchaseRecord): Promise<PurchaseRecord> {
    const synced = await this.settlement.sync(purchase);
    await this.startPlan(synced);
    return synced;
  }

  /** A plan runs since it was paid; an hourly pass begins when its buyer opens it. */
  private async startPlan(purchase: PurchaseRecord): Promise<void> {
    const { state, item, takenAt, grant } = purchase;
    if (takenAt && state === 'paid' && isPlan(item) && !grant)
      await this.passes.activateUnlessEnded(purchase);
  }
}
