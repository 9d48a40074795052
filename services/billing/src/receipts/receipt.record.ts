import { recordOptions } from '@ctdb/chassis';
import {
  currencies,
  indianStates,
  purchaseItemNames,
  receiptKinds,
  type Currency,
  type IndianState,
  type PurchaseItem,
  type ReceiptKind,
  type TaxLines,
} from '@ctdb/contracts';
import { Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type mongo, type Types } from 'mongoose';
import type { ReceiptsConfig } from '../receipts.config.js';

const asGiven = { type: MongooseSchema.Types.Mixed };

/** A row of the collection `receipts`: a receipt or credit note, written once and never changed. */
@Schema(recordOptions('receipts'))
export class ReceiptRecord {
  /** Its number: the unique key leaves no number out and gives none twice. */
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: String, required: true, enum: receiptKinds }) kind!: ReceiptKind;
  /** The payment or refund; unique, so that each has one document. */
  @Prop({ type: String, required: true }) source!: string;
  @Prop({ type: MongooseSchema.Types.ObjectId, required: true }) purchaseId!: Types.ObjectId;
  @Prop({ type: Boolean, required: true }) isTest!: boolean;
  @Prop({ type: Date, required: true }) issuedAt!: Date;
  /** The receipt of a credit note. */
  @Prop({ type: String }) originalNumber?: string;
  @Prop({ type: Date }) originalIssuedAt?: Date;
  @Prop({ ...asGiven, required: true }) seller!: ReceiptsConfig['seller'];
  @Prop({ type: String, required: true, enum: purchaseItemNames }) item!: PurchaseItem;
  @Prop({ type: Number, required: true }) amountMinor!: number;
  @Prop({ type: String, required: true, enum: currencies }) currency!: Currency;
  @Prop(asGiven) tax?: TaxLines;
  @Prop({ type: String }) serviceCode?: string;
  @Prop({ type: String, enum: indianStates }) supplyState?: IndianState;
  @Prop({ type: Date, required: true }) paidAt!: Date;
  @Prop({ type: String, required: true }) method!: string;
  @Prop({ type: String, required: true }) reference!: string;
  @Prop({ type: String }) payer?: string;
}

/** The indexes of the collection `receipts`. */
export const receiptIndexes: mongo.IndexDescription[] = [
  { key: { source: 1 }, unique: true },
  { key: { purchaseId: 1 } },
  { key: { issuedAt: 1, _id: 1 } },
];
