import { AppLogger } from '@ctdb/chassis';
import { DomainError, type PaymentProviderName } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { PassesService } from '../passes/passes.service.js';
import { isPlan, normalizeEmail } from '../passes/subscription.js';
import { InstallationRepository } from '../purchases/installation.repository.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import { RebuiltPurchasesRepository } from '../purchases/rebuilt-purchases.repository.js';
import { toAccessCode } from '../typed-code.js';
import { readOrderMark } from './order-mark.js';
import {
  type ListedPayment,
  type PaymentProvider,
  type ProviderOrder,
  ProviderRejectedError,
  ProviderUnavailableError,
} from './payment-provider.js';
import { PaymentProviders } from './payment-providers.js';
import { ProviderSyncService } from './provider-sync.service.js';
import { RefundsService } from './refunds.service.js';

/** Clocks of the provider and of the backup may differ as much. */
const MARGIN_MS = 10 * 60_000;

/** What became of a listed payment. In a dry run: what would become of it. */
export type Reconciled =
  /** As the database has it. */
  | 'known'
  /** Its order was known, and not that it was paid. */
  | 'settled'
  /** Known; that it was refunded, or a part of it, was not. */
  | 'refunded'
  /** Not known: stored again. */
  | 'rebuilt'
  /** Of something else that is sold with the same account. */
  | 'foreign'
  /** It could not be read; a repetition may succeed. */
  | 'failed'
  /** A person has to decide. */
  | 'unclear';

/** A payment that was changed, or that a person must look at; without personal data. */
export interface ReconciledPayment {
  captureId: string;
  orderId: string | undefined;
  outcome: Reconciled;
  detail: string;
}

/** What was found at one provider. */
export interface ProviderReconciliation {
  provider: PaymentProviderName;
  counts: Record<Reconciled, number>;
  payments: ReconciledPayment[];
  /** The provider may list later payments yet. */
  completeUntil: Date;
}

/** All entries of one payment. */
interface Payment extends Omit<ListedPayment, 'refundId'> {
  refundIds: Set<string>;
}

type Result = Pick<ReconciledPayment, 'outcome' | 'detail'>;

const newCounts = (): Record<Reconciled, number> => ({
  known: 0,
  settled: 0,
  refunded: 0,
  rebuilt: 0,
  foreign: 0,
  failed: 0,
  unclear: 0,
});

const isOrderId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text);

/** One entry for each payment, the oldest first. */
const toPayments = (entries: readonly ListedPayment[]): Payment[] => {
  const payments = new Map<string, Payment>();
  for (const { refundId, ...entry } of entries) {
    const known = payments.get(entry.captureId);
    const refundIds = known?.refundIds ?? new Set();
    if (refundId !== undefined) refundIds.add(refundId);
    payments.set(entry.captureId, {
      captureId: entry.captureId,
      orderId: known?.orderId ?? entry.orderId,
      providerOrderId: known?.providerOrderId ?? entry.providerOrderId,
      // A refund is later than its payment.
      at: known && known.at < entry.at ? known.at : entry.at,
      refundIds,
    });
  }
  return [...payments.values()].sort((one, other) => one.at.getTime() - other.at.getTime());
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
    private readonly rebuilt: RebuiltPurchasesRepository,
    private readonly installation: InstallationRepository,
    private readonly providers: PaymentProviders,
    private readonly sync: ProviderSyncService,
    private readonly refunds: RefundsService,
    private readonly passes: PassesService,
    private readonly practices: PracticesRepository,
    private readonly logger: AppLogger,
  ) {}

  /** Throws the provider's error if it does not give its lists. */
  async reconcile(
    name: PaymentProviderName,
    { from, to }: { from: Date; to: Date },
    isDryRun: boolean,
  ): Promise<ProviderReconciliation> {
    const provider = this.providers.get(name);
    const start = new Date(from.getTime() - MARGIN_MS);
    const { payments: entries, completeUntil } = await provider.listPayments(start, to);
    const counts = newCounts();
    const payments: ReconciledPayment[] = [];
    // One after the other: what a practice has bought is queued in the order of its payments.
    for (const payment of toPayments(entries)) {
      const { outcome, detail } = await this.check(provider, payment, isDryRun);
      counts[outcome] += 1;
      const { captureId, orderId } = payment;
      if (outcome !== 'known' && outcome !== 'foreign')
        payments.push({ captureId, orderId, outcome, detail });
    }
    return { provider: name, counts, payments, completeUntil };
  }

  private async check(
    provider: PaymentProvider,
    payment: Payment,
    isDryRun: boolean,
  ): Promise<Result> {
    try {
      const known = await this.find(payment);
      return known
        ? await this.update(known, payment, isDryRun)
        : await this.checkUnknown(provider, payment, isDryRun);
    } catch (error) {
      const isExpected =
        error instanceof ProviderUnavailableError || error instanceof ProviderRejectedError;
      if (!isExpected) throw error;
      const isGone = error instanceof ProviderRejectedError && error.code === 'NOT_FOUND';
      return { outcome: isGone ? 'unclear' : 'failed', detail: error.message };
    }
  }

  private async find({
    captureId,
    orderId,
    providerOrderId,
  }: Payment): Promise<PurchaseRecord | null> {
    return (
      (orderId ? await this.purchases.findById(orderId) : null) ??
      (providerOrderId ? await this.purchases.findByProviderOrder(providerOrderId) : null) ??
      this.purchases.findByCapture(captureId)
    );
  }

  /** Reads a known purchase at its provider if the list has news of it. */
  private async update(
    known: PurchaseRecord,
    { captureId, refundIds, ...payment }: Payment,
    isDryRun: boolean,
  ): Promise<Result> {
    const isKnownPayment = known.captureId === captureId;
    const knownRefunds = new Set(known.partialRefunds?.map(({ id }) => id));
    const isRefundKnown =
      known.state === 'refunded' || [...refundIds].every((id) => knownRefunds.has(id));
    const isSettled = ['paid', 'refunded'].includes(known.state) && isKnownPayment;
    if (isSettled && isRefundKnown) {
      if (!isDryRun) await this.startPlan(known);
      return { outcome: 'known', detail: '' };
    }
    const outcome = isSettled ? 'refunded' : 'settled';
    if (isDryRun) return { outcome, detail: `is ${known.state} here` };
    const opened = await this.open(known, { captureId, ...payment });
    const synced = await this.sync.sync(opened);
    await this.refunds.returnSurplus(synced);
    await this.startPlan(synced);
    const hasChanged =
      synced.state !== known.state ||
      (synced.partialRefunds ?? []).length !== (known.partialRefunds ?? []).length;
    return hasChanged
      ? { outcome, detail: `was ${known.state}, is ${synced.state}` }
      : { outcome: 'known', detail: '' };
  }

  /** An order whose backup was made before the answer of the provider lacks the provider's id. */
  private async open(known: PurchaseRecord, payment: ListedPayment): Promise<PurchaseRecord> {
    if (known.providerOrderId !== undefined) return known;
    const found = await this.providers.of(known).findOrder(payment);
    if (found?.customId !== known._id.toHexString()) return known;
    const { id: providerOrderId, approveUrl } = found;
    const changes = { providerOrderId, ...(approveUrl && { approveUrl }) };
    return (await this.purchases.transition(known, 'opened', changes)) ?? known;
  }

  private async checkUnknown(
    provider: PaymentProvider,
    payment: Payment,
    isDryRun: boolean,
  ): Promise<Result> {
    const { orderId, providerOrderId } = payment;
    const mayBeOurs = orderId === undefined ? providerOrderId !== undefined : isOrderId(orderId);
    const found = mayBeOurs ? await provider.findOrder(payment) : undefined;
    const id = found?.customId;
    if (!found || !id || !isOrderId(id)) return { outcome: 'foreign', detail: '' };
    const known = await this.purchases.findById(id);
    if (known) return this.update(known, payment, isDryRun);
    return this.rebuild(provider, { ...found, customId: id }, payment.at, isDryRun);
  }

  private async rebuild(
    provider: PaymentProvider,
    {
      customId: orderId,
      id: providerOrderId,
      amountMinor,
      mark,
      ...found
    }: ProviderOrder & {
      customId: string;
    },
    takenAt: Date,
    isDryRun: boolean,
  ): Promise<Result> {
    const { name, currency } = provider;
    const key = await this.installation.getKey();
    const marked = mark && readOrderMark(key, { orderId, amountMinor, currency }, mark);
    if (!marked || found.currency !== currency)
      return { outcome: 'unclear', detail: 'has no valid mark of this installation' };
    const { item } = marked;
    if (isDryRun) return { outcome: 'rebuilt', detail: item };
    // Its browser is not known any more: the access code opens it, which is the same as before.
    const owner = await this.practices.create(undefined, new Date(), marked.practice);
    const practice = owner.joinedInto ?? owner._id;
    await this.practices.keep(practice);
    const stored = await this.rebuilt.store({
      ...marked,
      practice,
      _id: new Types.ObjectId(orderId),
      accessCode: toAccessCode(key, orderId),
      orderedBy: orderId,
      provider: name,
      amountMinor,
      currency,
      providerOrderId,
      takenAt,
      ...(found.approveUrl && { approveUrl: found.approveUrl }),
      ...(found.email && !owner.erasedAt && { contactEmail: normalizeEmail(found.email) }),
    });
    const synced = await this.sync.sync(stored);
    await this.refunds.returnSurplus(synced);
    await this.startPlan(synced);
    const { state } = synced;
    this.logger.info('a purchase was rebuilt', { orderId, item, state, event: 'purchase-rebuilt' });
    return { outcome: 'rebuilt', detail: `${item}, ${state}` };
  }

  /** A plan runs since it was paid; an hourly pass begins when its buyer opens it. */
  private async startPlan(purchase: PurchaseRecord): Promise<void> {
    const { state, item, takenAt, grant } = purchase;
    if (!takenAt || state !== 'paid' || !isPlan(item) || grant) return;
    await this.passes.activate(purchase).catch((error: unknown) => {
      // It was refunded in the meantime.
      if (!(error instanceof DomainError) || error.code !== 'PURCHASE_ENDED') throw error;
    });
  }
}
