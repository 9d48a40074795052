import { outboxField, outboxIndex, recordOptions, type OutboxEntry } from '@ctdb/chassis';
import {
  currencies,
  indianStates,
  locales,
  orderStates,
  paymentProviders,
  purchaseItemNames,
  type Currency,
  type IndianState,
  type Locale,
  type OrderState,
  type PaymentProviderName,
  type PurchaseItem,
} from '@ctdb/contracts';
import { Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type mongo, type Types } from 'mongoose';

/** The access that a purchase gives. After its start only a refund changes its times. */
@Schema({ _id: false })
export class Grant {
  /** Sequence number among the practice's grants; unique, so that concurrent grants cannot overlap. */
  @Prop({ type: Number, required: true }) seq!: number;
  @Prop({ type: Date, required: true }) startsAt!: Date;
  @Prop({ type: Date, required: true }) endsAt!: Date;
}

/** Only its owner calls the provider for a purchase, until the lease expires. */
@Schema({ _id: false })
export class Lease {
  @Prop({ type: String }) id!: string;
  @Prop({ type: Date }) until!: Date;
}

/** A refunded part of the amount. */
@Schema({ _id: false })
export class PartialRefund {
  /** The provider's id. */
  @Prop({ type: String, required: true }) id!: string;
  @Prop({ type: Number, required: true }) amountMinor!: number;
}

/**
 * A row of the collection `purchases`: an order with its capture, access and refund, so that every
 * transition is one atomic write. This ledger is the source of the passes in Redis.
 */
@Schema(recordOptions('purchases'))
export class PurchaseRecord {
  _id!: Types.ObjectId;
  @Prop({ type: String, required: true, enum: purchaseItemNames }) item!: PurchaseItem;
  /** The charged amount in minor units. */
  @Prop({ type: Number, required: true }) amountMinor!: number;
  @Prop({ type: String, required: true, enum: currencies }) currency!: Currency;
  @Prop({ type: String, required: true, enum: orderStates }) state!: OrderState;
  /** SHA-256 of the token of the browser that ordered: it may capture, whatever it opens by then. */
  @Prop({ type: String, required: true }) orderedBy!: string;
  /** The practice that owns it, and gets its access. */
  @Prop({ type: MongooseSchema.Types.ObjectId, required: true }) practice!: Types.ObjectId;
  /** Opens the practice in another browser once the order is paid; see `toAccessCode`. */
  @Prop({ type: String, required: true }) accessCode!: string;
  /** Number of codes that were made for it in the place of others. */
  @Prop({ type: Number }) codeVersion?: number;
  /** When an administrator made its code; absent once the code was shown to the buyer. */
  @Prop({ type: Date }) codeIssuedAt?: Date;
  /** Its code was mailed by an earlier version: it works with the order's address only. */
  @Prop({ type: Boolean }) isCodeMailed?: boolean;
  /** The command that opened the order; unique for each browser. */
  @Prop({ type: String, required: true }) commandId!: string;
  @Prop({ type: Date, required: true }) createdAt!: Date;
  /** When the state last changed. */
  @Prop({ type: Date, required: true }) changedAt!: Date;
  /** Absent in orders of versions that knew PayPal alone. */
  @Prop({ type: String, enum: paymentProviders }) provider?: PaymentProviderName;
  @Prop({ type: String }) providerOrderId?: string;
  @Prop({ type: String }) approveUrl?: string;
  /** Number of failed captures; part of the request id, because a provider repeats answers for the same id. */
  @Prop({ type: Number, required: true, default: 0 }) declines!: number;
  /** Why the last capture failed. */
  @Prop({ type: String, enum: ['declined', 'notApproved'] }) refusal?: 'declined' | 'notApproved';
  @Prop({ type: Lease }) lease?: Lease;
  @Prop({ type: String }) captureId?: string;
  @Prop({ type: Date }) paidAt?: Date;
  /** Of a purchase that was rebuilt after its database was restored: when the money was taken. */
  @Prop({ type: Date }) takenAt?: Date;
  /** When it is read at the provider again: the webhook of a refund or of a late payment may be lost. */
  @Prop({ type: Date }) recheckAt?: Date;
  /** When a webhook last named it; absent after a read that began later. */
  @Prop({ type: Date }) webhookAt?: Date;
  /** When the last read because of a webhook began. */
  @Prop({ type: Date }) webhookReadAt?: Date;
  /** Where the buyer wants messages, as typed on our page, and in which language. */
  @Prop({ type: String }) contactEmail?: string;
  @Prop({ type: String, enum: locales }) locale?: Locale;
  /** The payer's address, as the provider or the buyer named it. It proves nothing. */
  @Prop({ type: String }) payerEmail?: string;
  /** Numbers of its receipt and credit notes; absent from payments of versions without receipts. */
  @Prop({ type: [String], default: undefined }) receiptNumbers?: string[];
  /** Paid in a test mode of the provider: its documents count in a series of their own. */
  @Prop({ type: Boolean }) isTest?: boolean;
  /** Random; a receipt or credit note may have to be written. Each reason gives a new one. */
  @Prop({ type: String }) receiptsDue?: string;
  /** The buyer's state in India, where given: decides which tax the receipt shows. */
  @Prop({ type: String, enum: indianStates }) buyerState?: IndianState;
  @Prop({ type: Grant }) grant?: Grant;
  /** Refunds of parts of the amount, as the provider reports them. */
  @Prop({ type: [PartialRefund], default: undefined }) partialRefunds?: PartialRefund[];
  @Prop({ type: Date }) refundRequestedAt?: Date;
  @Prop({ type: Date }) refundedAt?: Date;
  @Prop({ type: String }) refundedBy?: string;
  /**
   * Pending follow-up work, done at once and repeated by the reconciler until it succeeds:
   * `account` updates the buyer's row in `users`, `access` the pass in Redis.
   */
  @Prop({ type: [String], required: true, default: [] }) due!: ('account' | 'access')[];
  @Prop(outboxField) outbox!: OutboxEntry[];
}

/** The indexes of the collection `purchases`. */
export const purchaseIndexes: mongo.IndexDescription[] = [
  { key: { orderedBy: 1, commandId: 1 }, unique: true },
  { key: { providerOrderId: 1 }, unique: true, sparse: true },
  { key: { captureId: 1 }, unique: true, sparse: true },
  { key: { accessCode: 1 }, unique: true, sparse: true },
  {
    key: { practice: 1, 'grant.seq': 1 },
    unique: true,
    partialFilterExpression: { 'grant.seq': { $exists: true } },
  },
  { key: { practice: 1, createdAt: -1 } },
  { key: { payerEmail: 1 }, sparse: true },
  { key: { 'grant.endsAt': 1 }, sparse: true },
  { key: { state: 1, changedAt: 1 } },
  { key: { createdAt: -1 } },
  { key: { refundRequestedAt: 1 }, sparse: true },
  { key: { 'due.0': 1 }, sparse: true },
  { key: { receiptNumbers: 1 }, sparse: true },
  { key: { receiptsDue: 1 }, sparse: true },
  { key: { recheckAt: 1 }, sparse: true },
  { key: { webhookAt: 1 }, sparse: true },
  { key: outboxIndex },
];

/** Sorts purchases by their time. */
export const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/** The provider of a purchase; versions before Razorpay knew PayPal alone and did not store it. */
export const providerOf = ({ provider }: Pick<PurchaseRecord, 'provider'>): PaymentProviderName =>
  provider ?? 'paypal';
