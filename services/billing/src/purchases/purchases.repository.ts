import { randomUUID } from 'node:crypto';
import { ensureIndexes } from '@ctdb/chassis';
import {
  DomainError,
  purchaseEvents,
  toDecimalString,
  type OrderState,
  type PaymentProviderName,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { toAccessCode } from '../typed-code.js';
import { InstallationRepository } from './installation.repository.js';
import { LedgerRepository } from './ledger.repository.js';
import { providerOf, purchaseIndexes, type PurchaseRecord, type Lease } from './purchase.record.js';
import {
  transitions,
  type Transition,
  type TransitionChanges,
  type TransitionName,
} from './transitions.js';

/** The fields of an order before the provider is called. */
export type NewPurchase = Pick<
  PurchaseRecord,
  | 'item'
  | 'amountMinor'
  | 'currency'
  | 'orderedBy'
  | 'practice'
  | 'commandId'
  | 'provider'
  | 'contactEmail'
  | 'locale'
  | 'buyerState'
>;

const MAX_CHECK_DELAY_MS = 600_000;
const DAY_MS = 86_400_000;
/** How often a payment is read again at its provider. */
export const RECHECK_INTERVAL_MS = DAY_MS;
/** As long as providers let a payment be refunded. */
const PAID_PERIOD_MS = 180 * DAY_MS;
/** Longer than a bank takes to say that a buyer has paid after all. */
const EXPIRED_PERIOD_MS = 7 * DAY_MS;

/**
 * The time of the next check of a purchase without an outcome: at once at first, later after a
 * quarter of its age. `since` and `now` in milliseconds since the epoch.
 */
export const nextCheckAt = (since: number, now: number): number =>
  now + Math.min(MAX_CHECK_DELAY_MS, Math.max(0, now - since) / 4);

/** Sorts by the last change, the oldest first. */
const OLDEST = { changedAt: 1 } as const;

/** Filter: no worker has a valid lease. */
const notLeased = (now: number) => ({
  $or: [{ lease: { $exists: false } }, { 'lease.until': { $lte: new Date(now) } }],
});

/** The payment states of the collection `purchases`; every write is one atomic change of one document. */
@Injectable()
export class PurchasesRepository extends LedgerRepository {
  @Inject(InstallationRepository) private readonly installation!: InstallationRepository;
  @Inject(BILLING_CONFIG) private readonly config!: BillingConfig;

  override onModuleInit(): Promise<void> {
    return ensureIndexes(this.model, purchaseIndexes);
  }

  /** Stores a new order; a repeated command keeps the first order. */
  async create(purchase: NewPurchase): Promise<PurchaseRecord> {
    const now = new Date(await this.clock.now());
    const _id = new Types.ObjectId();
    const accessCode = toAccessCode(await this.installation.getKey(), _id.toHexString());
    await this.insertIfMissing({
      ...purchase,
      _id,
      accessCode,
      state: 'created',
      createdAt: now,
      changedAt: now,
      declines: 0,
      due: [],
      outbox: [],
    });
    const stored = await this.findByCommand(purchase.orderedBy, purchase.commandId);
    if (!stored) throw new Error('stored order not found');
    return stored;
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

  /** Ends the lease at the time of the purchase's next check; see {@link nextCheckAt}. */
  async deferCheck({ _id, lease, changedAt }: PurchaseRecord): Promise<void> {
    if (!lease) return;
    const until = new Date(nextCheckAt(changedAt.getTime(), await this.clock.now()));
    await this.updateOne({ _id, 'lease.id': lease.id }, { $set: { 'lease.until': until } });
  }

  /** Purchases in `state` without a valid lease, the oldest change first. */
  async findUnfinished(state: OrderState, limit: number): Promise<PurchaseRecord[]> {
    return this.findMany({ state, ...notLeased(await this.clock.now()) }, { sort: OLDEST, limit });
  }

  /** Open orders older than `ageMs` without a known payment and without a valid lease. */
  async findUnpaid(
    ageMs: number,
    limit: number,
    provider?: PaymentProviderName,
  ): Promise<PurchaseRecord[]> {
    const now = await this.clock.now();
    const createdAt = { $lte: new Date(now - ageMs) };
    const ofProvider = provider ? { provider } : {};
    const unpaid = { state: 'open', createdAt, ...ofProvider, ...notLeased(now) } as const;
    return this.findMany(unpaid, { sort: OLDEST, limit });
  }

  /** Payments, and expired orders that may be paid yet, to read at their provider again, the longest due first. */
  async findRechecks(limit: number): Promise<PurchaseRecord[]> {
    const due = { recheckAt: { $lte: new Date(await this.clock.now()) } };
    return this.findMany(due, { sort: { recheckAt: 1 }, limit });
  }

  /** Takes a due recheck and sets the next one; `null` if another worker has taken it. */
  async takeRecheck({ _id, paidAt, createdAt }: PurchaseRecord): Promise<PurchaseRecord | null> {
    const now = await this.clock.now();
    const end = paidAt
      ? paidAt.getTime() + PAID_PERIOD_MS
      : createdAt.getTime() + EXPIRED_PERIOD_MS;
    const recheckAt = new Date(now + RECHECK_INTERVAL_MS);
    return this.findOneAndUpdate(
      { _id, recheckAt: { $lte: new Date(now) } },
      now > end ? { $unset: { recheckAt: 1 } } : { $set: { recheckAt } },
    );
  }

  count(state: OrderState): Promise<number> {
    return this.model.countDocuments({ state }).exec();
  }

  /** Expires orders older than `ageMs` that no provider opened; returns their number. */
  async expireUnopened(ageMs: number): Promise<number> {
    const now = await this.clock.now();
    const { modifiedCount } = await this.updateMany(
      { state: 'created', createdAt: { $lte: new Date(now - ageMs) } },
      {
        $set: { state: transitions.expired.to, changedAt: new Date(now) },
        $unset: { lease: 1 },
      },
    );
    return modifiedCount;
  }

  /**
   * Removes orders that expired more than `ageMs` ago and were never paid; returns their number. An
   * order at a provider lives for hours, and was read there once more when it expired.
   */
  async removeNeverPaid(ageMs: number): Promise<number> {
    return this.deleteMany({
      state: 'abandoned',
      changedAt: { $lte: new Date((await this.clock.now()) - ageMs) },
      captureId: { $exists: false },
      paidAt: { $exists: false },
      grant: { $exists: false },
      'due.0': { $exists: false },
      'outbox.0': { $exists: false },
    });
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
