import { retryOnDeadlock, type OutboxEntry } from '@ctdb/chassis';
import type { OrderState } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Types, type Model } from 'mongoose';
import { createIndexes } from '../data/create-indexes.js';
import { isDuplicate } from '../data/is-duplicate.js';
import type { Lease, NewPurchase, StepChanges } from './purchase-changes.js';
import type { PurchaseDocument } from './purchase.schema.js';
import { PURCHASES } from './purchases.tokens.js';
import { transitions, type Step } from './transitions.js';

/** Options of one transition of a purchase. */
export interface StepOptions {
  /** The time, in milliseconds since the epoch. */
  at: number;
  /** Conditions besides the state. */
  only?: { declines?: number; leaseId?: string };
  event?: OutboxEntry;
  /** Pending work after the transition. */
  due?: PurchaseDocument['due'][number];
}

/** Filter: no worker has a valid lease. */
const notLeased = (at: number) => ({
  $or: [{ lease: { $exists: false } }, { 'lease.until': { $lte: new Date(at) } }],
});

/** The payment states of the collection `purchases`; every write is one atomic change of one document. */
@Injectable()
export class PurchasesRepository implements OnModuleInit {
  constructor(@Inject(PURCHASES) private readonly purchases: Model<PurchaseDocument>) {}

  async onModuleInit(): Promise<void> {
    await createIndexes(this.purchases);
  }

  /** Stores a new order; a repeated command keeps the first order. */
  async create(purchase: NewPurchase, at: number): Promise<PurchaseDocument> {
    const _id = new Types.ObjectId();
    const moment = new Date(at);
    try {
      const times = { createdAt: moment, changedAt: moment };
      const row = { _id, ...purchase, ...times, state: 'created' as const };
      await retryOnDeadlock(() => this.purchases.create(row));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    const { orderedBy, commandId } = purchase;
    const stored = await this.findByCommand(orderedBy, commandId);
    if (!stored) throw new Error('an order that was stored is not there');
    return stored;
  }

  findByCommand(orderedBy: string, commandId: string): Promise<PurchaseDocument | null> {
    return this.purchases
      .findOne({ orderedBy: { $eq: orderedBy }, commandId: { $eq: commandId } })
      .lean();
  }

  async findById(id: string | Types.ObjectId): Promise<PurchaseDocument | null> {
    if (!Types.ObjectId.isValid(id)) return null;
    return this.purchases.findById(id).lean();
  }

  findByProviderOrder(providerOrderId: string): Promise<PurchaseDocument | null> {
    return this.purchases.findOne({ providerOrderId: { $eq: providerOrderId } }).lean();
  }

  findByCapture(captureId: string): Promise<PurchaseDocument | null> {
    return this.purchases.findOne({ captureId: { $eq: captureId } }).lean();
  }

  /** Makes a transition and ends the lease unless it sets one; `null` if the state does not match. */
  take<S extends Step>(
    { _id }: Pick<PurchaseDocument, '_id'>,
    step: S,
    changes: StepChanges[S],
    { at, only = {}, event, due }: StepOptions,
  ): Promise<PurchaseDocument | null> {
    const { from, to } = transitions[step];
    return retryOnDeadlock(() =>
      this.purchases
        .findOneAndUpdate(
          {
            _id,
            state: { $in: [...from] },
            ...(only.declines === undefined ? {} : { declines: only.declines }),
            ...(only.leaseId === undefined ? {} : { 'lease.id': only.leaseId }),
          },
          {
            $set: { ...changes, state: to, changedAt: new Date(at) },
            ...('lease' in changes ? {} : { $unset: { lease: 1 } }),
            ...(event ? { $push: { outbox: event } } : {}),
            ...(due ? { $addToSet: { due } } : {}),
          },
          { returnDocument: 'after' },
        )
        .lean(),
    );
  }

  /** Acquires the lease of a purchase for calls to the provider; `null` if another worker has it. */
  lease(
    { _id, state }: Pick<PurchaseDocument, '_id' | 'state'>,
    lease: Lease,
    at: number,
  ): Promise<PurchaseDocument | null> {
    return retryOnDeadlock(() =>
      this.purchases
        .findOneAndUpdate(
          { _id, state, ...notLeased(at) },
          { $set: { lease } },
          { returnDocument: 'after' },
        )
        .lean(),
    );
  }

  /** Defers the next attempt to `until` (milliseconds since the epoch). */
  async postpone(
    { _id, lease }: Pick<PurchaseDocument, '_id' | 'lease'>,
    until: number,
  ): Promise<void> {
    if (!lease) return;
    await this.purchases.updateOne(
      { _id, 'lease.id': lease.id },
      { $set: { 'lease.until': new Date(until) } },
    );
  }

  /** Purchases in `state` without a valid lease, the oldest change first. */
  unfinished(state: OrderState, at: number, limit: number): Promise<PurchaseDocument[]> {
    return this.purchases
      .find({ state, ...notLeased(at) })
      .sort({ changedAt: 1 })
      .limit(limit)
      .lean();
  }

  /** Open orders from before `before` without a known payment and without a valid lease. */
  unpaid(before: number, at: number, limit: number): Promise<PurchaseDocument[]> {
    return this.purchases
      .find({ state: 'open', createdAt: { $lte: new Date(before) }, ...notLeased(at) })
      .sort({ changedAt: 1 })
      .limit(limit)
      .lean();
  }

  count(state: OrderState): Promise<number> {
    return this.purchases.countDocuments({ state }).exec();
  }

  /** Expires orders from before `before` that PayPal never opened; returns their number. */
  async expire(before: number, at: number): Promise<number> {
    const { modifiedCount } = await this.purchases.updateMany(
      { state: 'created', createdAt: { $lte: new Date(before) } },
      {
        $set: { state: transitions.expired.to, changedAt: new Date(at) },
        $unset: { lease: 1 },
      },
    );
    return modifiedCount;
  }

  /** A page of all purchases, newest first. */
  async page(page: number, limit: number): Promise<{ items: PurchaseDocument[]; total: number }> {
    const [items, total] = await Promise.all([
      this.purchases
        .find()
        .sort({ createdAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean(),
      this.purchases.countDocuments(),
    ]);
    return { items, total };
  }
}
