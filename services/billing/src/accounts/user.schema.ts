import { outboxField, outboxIndex, type OutboxEntry } from '@ctdb/chassis';
import { Schema, type Types } from 'mongoose';

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
  subscriptionStatus: 'inactive' | 'active' | 'expired' | 'refunded';
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
      enum: ['inactive', 'active', 'expired', 'refunded'],
      default: 'inactive',
    },
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
userSchema.index(outboxIndex);
