import { randomUUID } from 'node:crypto';
import { ensureIndexes, isDuplicateKey, Outbox, retryOnDeadlock } from '@ctdb/chassis';
import {
  purchaseEvents,
  toDecimalString,
  type OrderState,
  type PaymentProviderName,
} from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Types, type Model, type QueryFilter, type UpdateQuery } from 'mongoose';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { RedisClock } from '../redis-clock.js';
import { toAccessCode } from '../typed-code.js';
import { InstallationRepository } from './installation.repository.js';
import { providerOf, purchaseIndexes, PurchaseRecord, type Lease } from './purchase.record.js';
import { RECHECK_INTERVAL_MS } from './rechecks.repository.js';
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

/**
 * The time of the next check of a purchase without an outcome: at once at first, later after a
 * quarter of its age. `since` and `now` in milliseconds since the epoch.
 */
export const nextCheckAt = (since: number, now: number): number =>
  now + Math.min(MAX_CHECK_DELAY_MS, Math.max(0, now - since) / 4);

/** Filter: the buyer has asked for a refund, and no administrator has answered. */
const refundRequested = { state: 'paid', refundRequestedAt: { $exists: true } } as const;

/** Filter: no worker has a valid lease. */
const notLeased = (now: number) => ({
  $or: [{ lease: { $exists: false } }, { 'lease.until': { $lte: new Date(now) } }],
});

/** The payment states of the collection `purchases`; every write is one atomic change of one document. */
@Injectable()
export class PurchasesRepository implements OnModuleInit {
  constructor(
    @InjectModel(PurchaseRecord.name) private readonly purchases: Model<PurchaseRecord>,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
    private readonly installation: InstallationRepository,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.purchases, purchaseIndexes);
  }

  /** Stores a new order; a repeated command keeps the first order. */
  async create(purchase: NewPurchase): Promise<PurchaseRecord> {
    const now = new Date(await this.clock.now());
    const _id = new Types.ObjectId();
    const accessCode = toAccessCode(await this.installation.getKey(), _id.toHexString());
    const state = 'created' as const;
    const row = { ...purchase, _id, accessCode, createdAt: now, changedAt: now, state };
    try {
      await retryOnDeadlock(() => this.purchases.create(row));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
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
    const changed = await this.update(
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
    return this.update(
      { _id, state, ...notLeased(now) },
      { $set: { lease: this.createLease(now) } },
    );
  }

  /** Ends the lease at the time of the purchase's next check; see {@link nextCheckAt}. */
  async deferCheck({ _id, lease, changedAt }: PurchaseRecord): Promise<void> {
    if (!lease) return;
    const until = new Date(nextCheckAt(changedAt.getTime(), await this.clock.now()));
    await this.purchases.updateOne(
      { _id, 'lease.id': lease.id },
      { $set: { 'lease.until': until } },
    );
  }

  /** Purchases in `state` without a valid lease, the oldest change first. */
  async findUnfinished(state: OrderState, limit: number): Promise<PurchaseRecord[]> {
    return this.findOldest({ state, ...notLeased(await this.clock.now()) }, limit);
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
    return this.findOldest({ state: 'open', createdAt, ...ofProvider, ...notLeased(now) }, limit);
  }

  count(state: OrderState): Promise<number> {
    return this.purchases.countDocuments({ state }).exec();
  }

  /** Expires orders older than `ageMs` that no provider opened; returns their number. */
  async expireUnopened(ageMs: number): Promise<number> {
    const now = await this.clock.now();
    const { modifiedCount } = await this.purchases.updateMany(
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
    const { deletedCount } = await this.purchases.deleteMany({
      state: 'abandoned',
      changedAt: { $lte: new Date((await this.clock.now()) - ageMs) },
      captureId: { $exists: false },
      paidAt: { $exists: false },
      grant: { $exists: false },
      'due.0': { $exists: false },
      'outbox.0': { $exists: false },
    });
    return deletedCount;
  }

  /**
   * A page of all purchases: open refund requests first, the oldest request first, then the others,
   * newest first; or of open refund requests alone.
   */
  async findPage(
    page: number,
    limit: number,
    onlyRequested: boolean,
  ): Promise<{ items: PurchaseRecord[]; total: number }> {
    const skip = (page - 1) * limit;
    const [requested, all] = await Promise.all([
      this.purchases.countDocuments(refundRequested),
      this.purchases.countDocuments(),
    ]);
    const items = await this.purchases
      .find(refundRequested)
      .sort({ refundRequestedAt: 1, _id: 1 })
      .skip(skip)
      .limit(limit)
      .lean<PurchaseRecord[]>();
    if (onlyRequested) return { items, total: requested };
    if (items.length < limit) {
      const others = await this.purchases
        .find({ $nor: [refundRequested] })
        .sort({ createdAt: -1, _id: -1 })
        .skip(Math.max(0, skip - requested))
        .limit(limit - items.length)
        .lean<PurchaseRecord[]>();
      items.push(...others);
    }
    return { items, total: all };
  }

  private update(
    filter: QueryFilter<PurchaseRecord>,
    update: UpdateQuery<PurchaseRecord>,
  ): Promise<PurchaseRecord | null> {
    return retryOnDeadlock(() =>
      this.purchases
        .findOneAndUpdate(filter, update, { returnDocument: 'after' })
        .lean<PurchaseRecord>()
        .exec(),
    );
  }

  /**
   * It is longer than usual calls of the provider, and short enough to finish the work of a crashed
   * worker within 30 s. If a worker takes longer, the second worker does no harm: the request ids are
   * the same, and transitions are conditional.
   */
  private createLease(now: number): Lease {
    return { id: randomUUID(), until: new Date(now + this.config.paymentLeaseMs) };
  }

  private findOne(filter: QueryFilter<PurchaseRecord>): Promise<PurchaseRecord | null> {
    return this.purchases.findOne(filter).lean<PurchaseRecord>().exec();
  }

  private findOldest(
    filter: QueryFilter<PurchaseRecord>,
    limit: number,
  ): Promise<PurchaseRecord[]> {
    return this.purchases
      .find(filter)
      .sort({ changedAt: 1 })
      .limit(limit)
      .lean<PurchaseRecord[]>()
      .exec();
  }
}
