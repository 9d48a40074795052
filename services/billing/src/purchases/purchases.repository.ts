import { randomUUID } from 'node:crypto';
import { ensureIndexes } from '@ctdb/chassis';
import { DomainError, type Locale, purchaseEvents, toDecimalString } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { toAccessCode } from '../typed-code.js';
import { InstallationRepository } from './installation.repository.js';
import { LedgerRepository } from './ledger.repository.js';
import {
  NEWEST_FIRST,
  providerOf,
  purchaseIndexes,
  type PurchaseRecord,
  type Lease,
} from './purchase.record.js';
import {
  transitions,
  type Transition,
  type TransitionChanges,
  type TransitionName,
} from './transitions.js';

/** The fields of an order before the provider is called. */
export type NewPurchase = OrderWish & Pick<PurchaseRecord, 'orderedBy' | 'commandId' | 'locale'>;

/** What an order is for, and what its receipt and mails need. */
type OrderWish = Pick<PurchaseRecord, 'item' | 'amountMinor' | 'currency' | 'provider'> &
  Pick<PurchaseRecord, 'practice' | 'contactEmail' | 'buyerState'>;

/** The fields of an order that is rebuilt from what its provider knows. */
type RebuiltPurchase = Omit<NewPurchase, 'commandId'> &
  Required<Pick<PurchaseRecord, '_id' | 'accessCode' | 'providerOrderId' | 'takenAt'>> &
  Pick<PurchaseRecord, 'approveUrl'>;

const MAX_CHECK_DELAY_MS = 600_000;
/** How often a payment is read again at its provider. */
export const RECHECK_INTERVAL_MS = 86_400_000;

/** Filter: no worker has a valid lease. */
export const notLeased = (now: number) => ({
  $or: [{ lease: { $exists: false } }, { 'lease.until': { $lte: new Date(now) } }],
});

/** Filter: the buyer has asked for a refund, and no administrator has answered. */
const refundRequested = { state: 'paid', refundRequestedAt: { $exists: true } } as const;

/** Filter: a number or id is `text`, or the payer's address begins with it. */
const matching = (text: string) => {
  // As they are stored.
  const email = text.toLowerCase();
  return {
    $or: [
      ...(Types.ObjectId.isValid(text) ? [{ _id: new Types.ObjectId(text) }] : []),
      { receiptNumbers: { $eq: text.toUpperCase() } },
      { captureId: { $eq: text } },
      { payerEmail: { $gte: email, $lt: `${email}\uffff` } },
    ],
  };
};

/**
 * The payment states of the collection `purchases`, and its orders as administrators see them. Every write is
 * one atomic change of one document.
 */
@Injectable()
export class PurchasesRepository extends LedgerRepository {
  @Inject(InstallationRepository) private readonly installation!: InstallationRepository;
  @Inject(BILLING_CONFIG) private readonly config!: BillingConfig;

  override onModuleInit(): Promise<void> {
    return ensureIndexes(this.model, purchaseIndexes);
  }

  /** Stores a new order; a repeated command keeps the first order. */
  async create(purchase: NewPurchase): Promise<PurchaseRecord> {
    const _id = new Types.ObjectId();
    const accessCode = toAccessCode(await this.installation.getKey(), _id.toHexString());
    await this.store({ ...purchase, _id, accessCode, state: 'created', outbox: [] });
    const stored = await this.findByCommand(purchase.orderedBy, purchase.commandId);
    if (!stored) throw new Error('stored order not found');
    return stored;
  }

  /**
   * Gives the buyer's browser the newest order for the same wish that its practice has made within
   * `ageMs`; `null` if there is none without an outcome. Its mails are in the buyer's present language.
   */
  async take(
    wish: OrderWish,
    { browser, locale }: { browser: string; locale: Locale },
    ageMs: number,
  ): Promise<PurchaseRecord | null> {
    const absent = { $exists: false };
    const same = {
      ...wish,
      contactEmail: wish.contactEmail ?? absent,
      buyerState: wish.buyerState ?? absent,
      state: { $in: ['open', 'capturing', 'pending'] as const },
      createdAt: { $gt: new Date((await this.clock.now()) - ageMs) },
    };
    // A unique index refuses it if the browser has opened another order with the same key.
    return this.tryUpdate(same, { $set: { orderedBy: browser, locale } }, { createdAt: -1 });
  }

  /** Stores an order that the provider has and this database has lost, unless it is stored already. */
  async restore(order: RebuiltPurchase): Promise<PurchaseRecord> {
    const { _id, item, amountMinor, currency } = order;
    const [orderId, amount] = [_id.toHexString(), toDecimalString(amountMinor)];
    await this.store({
      ...order,
      state: 'open',
      commandId: `rebuilt-${orderId}`,
      createdAt: _id.getTimestamp(),
      outbox: [this.outbox.entry(purchaseEvents.rebuilt, { orderId, item, amount, currency })],
    });
    return this.get(_id);
  }

  findByCommand(orderedBy: string, commandId: string): Promise<PurchaseRecord | null> {
    return this.findOne({ orderedBy: { $eq: orderedBy }, commandId: { $eq: commandId } });
  }

  async findById(id: string | Types.ObjectId): Promise<PurchaseRecord | null> {
    return Types.ObjectId.isValid(id) ? this.findOne({ _id: new Types.ObjectId(id) }) : null;
  }

  /** The same. Throws `NOT_FOUND`. */
  async get(id: string | Types.ObjectId): Promise<PurchaseRecord> {
    const found = await this.findById(id);
    if (!found) throw new DomainError('NOT_FOUND', { kind: 'order' });
    return found;
  }

  findByProviderOrder(providerOrderId: string): Promise<PurchaseRecord | null> {
    return this.findOne({ providerOrderId: { $eq: providerOrderId } });
  }

  findByCapture(captureId: string): Promise<PurchaseRecord | null> {
    return this.findOne({ captureId: { $eq: captureId } });
  }

  findByAccessCode(accessCode: string): Promise<PurchaseRecord | null> {
    return this.findOne({ accessCode: { $eq: accessCode } });
  }

  /**
   * Makes a transition, and ends lease and recheck unless `changes` have new ones; `null` if the state or
   * `conditions` do not match.
   */
  async transition<N extends TransitionName>(
    purchase: PurchaseRecord,
    name: N,
    changes: TransitionChanges[N],
    conditions: { declines?: number; 'lease.id'?: string } = {},
  ): Promise<PurchaseRecord | null> {
    const { _id, item, amountMinor, currency } = purchase;
    const { from, to, event, due, hasReceipt }: Transition = transitions[name];
    const changedAt = new Date(await this.clock.now());
    const written = {
      ...(name === 'paid' && {
        paidAt: purchase.takenAt ?? changedAt,
        recheckAt: new Date(changedAt.getTime() + RECHECK_INTERVAL_MS),
        isTest: this.config[providerOf(purchase)]?.mode !== 'live',
        receiptNumbers: [],
      }),
      ...(name === 'refunded' && { refundedAt: changedAt }),
      ...(hasReceipt && { receiptsDue: randomUUID() }),
    };
    const set = { ...changes, ...written };
    const ended = {
      ...(!('lease' in set) && { lease: 1 as const }),
      ...(!('recheckAt' in set) && { recheckAt: 1 as const }),
    };
    const amount = toDecimalString(amountMinor);
    const payload = { orderId: _id.toHexString(), item, amount, currency };
    const changed = await this.findOneAndUpdate(
      { _id, state: { $in: from }, ...conditions },
      {
        $set: { ...set, state: to, changedAt },
        $unset: ended,
        ...(event && { $push: { outbox: this.outbox.entry(purchaseEvents[event], payload) } }),
        ...(due && { $addToSet: { due } }),
      },
    );
    if (event && changed) this.outbox.relaySoon();
    return changed;
  }

  /** Starts the capture of an open order under a lease; `null` if it is not open any more. */
  async startCapture(purchase: PurchaseRecord): Promise<PurchaseRecord | null> {
    const lease = this.createLease(await this.clock.now());
    return this.transition(purchase, 'captureStarted', { lease });
  }

  /** Acquires the lease of a purchase for calls to the provider; `null` if another worker has it. */
  async acquireLease({ _id, state }: PurchaseRecord): Promise<PurchaseRecord | null> {
    const now = await this.clock.now();
    return this.findOneAndUpdate(
      { _id, state, ...notLeased(now) },
      { $set: { lease: this.createLease(now) } },
    );
  }

  /**
   * Ends the lease at the next check of a purchase without an outcome: at once at first, later after a quarter
   * of the time since its last change.
   */
  async deferCheck({ _id, lease, changedAt }: PurchaseRecord): Promise<void> {
    if (!lease) return;
    const now = await this.clock.now();
    const age = Math.max(0, now - changedAt.getTime());
    const until = new Date(now + Math.min(MAX_CHECK_DELAY_MS, age / 4));
    await this.updateOne({ _id, 'lease.id': lease.id }, { $set: { 'lease.until': until } });
  }

  /**
   * A page of all purchases: open refund requests first, the oldest request first, then the others,
   * newest first; or of open refund requests alone.
   */
  async findPage(page: number, limit: number, onlyRequested: boolean) {
    const skip = (page - 1) * limit;
    const [requested, all] = await Promise.all([
      this.model.countDocuments(refundRequested),
      this.model.countDocuments(),
    ]);
    const byRequest = { refundRequestedAt: 1, _id: 1 } as const;
    const items = await this.findMany(refundRequested, { sort: byRequest, limit, skip });
    if (onlyRequested) return { items, total: requested };
    const left = limit - items.length;
    const others = { $nor: [refundRequested] };
    const rest = { sort: NEWEST_FIRST, limit: left, skip: Math.max(0, skip - requested) };
    if (left > 0) items.push(...(await this.findMany(others, rest)));
    return { items, total: all };
  }

  /** A page of the purchases that a text names, see `searchOrders`; newest first. */
  async search(text: string, page: number, limit: number) {
    const filter = matching(text);
    const [items, total] = await Promise.all([
      this.findMany(filter, { sort: NEWEST_FIRST, limit, skip: (page - 1) * limit }),
      this.model.countDocuments(filter),
    ]);
    return { items, total };
  }

  private async store(
    order: Omit<PurchaseRecord, 'createdAt' | 'changedAt' | 'declines' | 'due'> & {
      createdAt?: Date;
    },
  ): Promise<void> {
    const now = new Date(await this.clock.now());
    await this.insertIfMissing({ createdAt: now, ...order, changedAt: now, declines: 0, due: [] });
  }

  /**
   * It is longer than usual calls of the provider, and short enough to finish the work of a crashed
   * worker within 30 s. If a worker takes longer, the second worker does no harm: the request ids are
   * the same, and transitions are conditional.
   */
  private createLease(now: number): Lease {
    return { id: randomUUID(), until: new Date(now + this.config.paymentLeaseMs) };
  }
}
