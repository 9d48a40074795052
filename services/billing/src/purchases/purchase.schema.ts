import { outboxField, outboxIndex, type OutboxEntry } from '@ctdb/chassis';
import {
  currencies,
  orderStates,
  purchaseItemNames,
  type Currency,
  type OrderState,
  type PurchaseItem,
} from '@ctdb/contracts';
import { Schema, type Types } from 'mongoose';

/** The access that a purchase gives a browser. After its start only a refund changes its times. */
export interface Grant {
  /** SHA-256 of the browser's token. */
  holder: string;
  /** Sequence number among the browser's grants; unique, so that concurrent grants cannot overlap. */
  seq: number;
  claimedAt: Date;
  startsAt: Date;
  endsAt: Date;
  /** Previous browsers, until their passes in Redis are updated. */
  from?: string[];
}

/**
 * A row of the collection `purchases`: an order with its capture, access and refund, so that every
 * transition is one atomic write. This ledger is the source of the passes in Redis.
 */
export interface PurchaseDocument {
  _id: Types.ObjectId;
  item: PurchaseItem;
  /** The charged amount in minor units. */
  amountMinor: number;
  currency: Currency;
  state: OrderState;
  /** SHA-256 of the token of the browser that ordered; only it may capture. */
  orderedBy: string;
  /** The command that opened the order; unique for each browser. */
  commandId: string;
  createdAt: Date;
  /** When the state last changed. */
  changedAt: Date;
  providerOrderId?: string;
  approveUrl?: string;
  /** Number of failed captures; part of the request id, because PayPal repeats answers for the same id. */
  declines: number;
  /** Why the last capture failed. */
  refusal?: 'declined' | 'notApproved';
  /** Only its owner calls the provider for this purchase, until the lease expires. */
  lease?: { id: string; until: Date };
  captureId?: string;
  paidAt?: Date;
  payerEmail?: string;
  receiptCode?: string;
  grant?: Grant;
  refundRequestedAt?: Date;
  refundedAt?: Date;
  refundedBy?: string;
  /**
   * Pending follow-up work, done at once and repeated by the reconciler until it succeeds:
   * `account` updates the buyer's row in `users`, `access` the pass in Redis.
   */
  due: ('account' | 'access')[];
  outbox: OutboxEntry[];
}

const grantSchema = new Schema<Grant>(
  {
    holder: { type: String, required: true },
    seq: { type: Number, required: true },
    claimedAt: { type: Date, required: true },
    startsAt: { type: Date, required: true },
    endsAt: { type: Date, required: true },
    from: { type: [String], default: undefined },
  },
  { _id: false },
);

/** See {@link PurchaseDocument}. */
export const purchaseSchema = new Schema<PurchaseDocument>(
  {
    item: { type: String, required: true, enum: purchaseItemNames },
    amountMinor: { type: Number, required: true },
    currency: { type: String, required: true, enum: currencies },
    state: { type: String, required: true, enum: orderStates },
    orderedBy: { type: String, required: true },
    commandId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    changedAt: { type: Date, required: true },
    providerOrderId: String,
    approveUrl: String,
    declines: { type: Number, required: true, default: 0 },
    refusal: { type: String, enum: ['declined', 'notApproved'] },
    lease: { type: new Schema({ id: String, until: Date }, { _id: false }) },
    captureId: String,
    paidAt: Date,
    payerEmail: String,
    receiptCode: String,
    grant: grantSchema,
    refundRequestedAt: Date,
    refundedAt: Date,
    refundedBy: String,
    due: { type: [String], required: true, default: [] },
    outbox: outboxField,
  },
  { collection: 'purchases', versionKey: false, strict: 'throw' },
);

purchaseSchema.index({ orderedBy: 1, commandId: 1 }, { unique: true });
purchaseSchema.index({ providerOrderId: 1 }, { unique: true, sparse: true });
purchaseSchema.index({ captureId: 1 }, { unique: true, sparse: true });
purchaseSchema.index({ receiptCode: 1 }, { unique: true, sparse: true });
purchaseSchema.index(
  { 'grant.holder': 1, 'grant.seq': 1 },
  { unique: true, partialFilterExpression: { 'grant.seq': { $exists: true } } },
);
purchaseSchema.index({ orderedBy: 1, state: 1 });
purchaseSchema.index({ payerEmail: 1 }, { sparse: true });
purchaseSchema.index({ state: 1, changedAt: 1 });
purchaseSchema.index({ createdAt: -1 });
purchaseSchema.index({ 'due.0': 1 }, { sparse: true });
purchaseSchema.index(outboxIndex);
