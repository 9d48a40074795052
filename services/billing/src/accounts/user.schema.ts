import { outboxField, outboxIndex, type OutboxEntry } from '@ctdb/chassis';
import { purchaseItemNames, type PurchaseItem } from '@ctdb/contracts';
import { Schema, type Types } from 'mongoose';

/** `inactive`: nothing was bought, or what was has not begun. */
export const subscriptionStatuses = ['inactive', 'active', 'expired', 'refunded'] as const;
/** One of {@link subscriptionStatuses}. */
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** A row of the collection `users`. */
export interface UserDocument {
  _id: Types.ObjectId;
  username: string;
  /** {@link usernameKey} of the name: unique, so that names are, whatever their case. */
  usernameKey: string;
  email?: string;
  /** argon2id, as a PHC string; accounts without one cannot sign in. */
  password?: string;
  isAdmin: boolean;
  subscriptionStatus: SubscriptionStatus;
  /** The plan and its length; absent, as are the fields below, where none was ever bought. */
  subscriptionType?: PurchaseItem;
  subscriptionStartDate?: Date;
  subscriptionEndDate?: Date;
  paymentMethod?: 'paypal';
  /** PayPal's id of the capture. */
  paymentId?: string;
  createdAt: Date;
  lastLoginAt?: Date;
  /** Counts the passwords that the account has had; sessions remember under which they began. */
  credentialVersion: number;
  /** Sessions older than this version are still to be ended; absent when they are. */
  endSessionsBefore?: number;
  /** The command that last changed the password, to recognise its redelivery. */
  lastCommandId?: string;
  outbox: OutboxEntry[];
}

/** See {@link UserDocument}. */
export const userSchema = new Schema<UserDocument>(
  {
    username: { type: String, required: true },
    usernameKey: { type: String, required: true },
    email: { type: String, lowercase: true },
    password: String,
    isAdmin: { type: Boolean, required: true, default: false },
    subscriptionStatus: {
      type: String,
      required: true,
      enum: subscriptionStatuses,
      default: 'inactive',
    },
    subscriptionType: { type: String, enum: purchaseItemNames },
    subscriptionStartDate: Date,
    subscriptionEndDate: Date,
    paymentMethod: { type: String, enum: ['paypal'] },
    paymentId: String,
    createdAt: { type: Date, required: true },
    lastLoginAt: Date,
    credentialVersion: { type: Number, required: true, default: 1 },
    endSessionsBefore: Number,
    lastCommandId: String,
    outbox: outboxField,
  },
  { collection: 'users', versionKey: false, strict: 'throw' },
);

userSchema.index({ usernameKey: 1 }, { unique: true });
userSchema.index({ email: 1 }, { unique: true, sparse: true });
userSchema.index({ endSessionsBefore: 1 }, { sparse: true });
userSchema.index({ subscriptionStatus: 1, subscriptionEndDate: 1 });
userSchema.index(outboxIndex);
