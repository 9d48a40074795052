import {
  outboxEntry,
  outboxField,
  outboxIndex,
  recordOptions,
  type OutboxEntry,
} from '@ctdb/chassis';
import {
  type Contact,
  type EventContract,
  type Locale,
  locales,
  paymentProviders,
  personRoles,
  purchaseItemNames,
  type PaymentProviderName,
  type PersonRole,
  type PurchaseItem,
} from '@ctdb/contracts';
import { Prop, raw, Schema } from '@nestjs/mongoose';
import type { mongo, Types, UpdateQuery } from 'mongoose';

/** `inactive`: no purchase, or none that has started. */
export const subscriptionStatuses = ['inactive', 'active', 'expired', 'refunded'] as const;
/** One of {@link subscriptionStatuses}. */
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** An authenticator app: the shared secret in base32, and the time step of the code used last. */
export type StoredTotp = { secret: string; lastStep: number; addedAt: Date };

/** A passkey: id and public key are base64url, `counter` is that of the authenticator. */
export interface StoredPasskey {
  id: string;
  publicKey: string;
  counter: number;
  transports: string[];
  /** The domain that it was created for; absent in records from before it was stored. */
  rpId?: string;
  name: string;
  addedAt: Date;
  lastUsedAt?: Date;
}

/** A link that was asked for at the login: it counts for one address, and for the password and role of then. */
export interface RequestedLink {
  hash: string;
  expiresAt: Date;
  to: string;
  credentialVersion: number;
}

/** A row of the collection `users`: a person of the team, a buyer, or both. */
@Schema(recordOptions('users'))
export class UserRecord {
  _id!: Types.ObjectId;
  @Prop({ type: String, required: true }) username!: string;
  /** {@link usernameKey} of the name, unique. */
  @Prop({ type: String, required: true }) usernameKey!: string;
  @Prop({ type: String, lowercase: true }) email?: string;
  /** Of a person of the team, for links; `email` is a buyer's. */
  @Prop({ type: String }) contactEmail?: string;
  /** Of a person of the team: the language of mails. */
  @Prop({ type: String, enum: locales }) locale?: Locale;
  /** argon2id, as a PHC string; accounts without one cannot sign in. */
  @Prop({ type: String }) password?: string;
  /** The password of a disabled person: versions that know no `disabledAt` find none. */
  @Prop({ type: String }) disabledPassword?: string;
  /** Of a person of the team; other rows have none. */
  @Prop({ type: String, enum: personRoles }) role?: PersonRole;
  /** Whether the role is `admin` or `owner`. */
  @Prop({ type: Boolean, required: true, default: false }) isAdmin!: boolean;
  @Prop({ type: String, required: true, enum: subscriptionStatuses, default: 'inactive' })
  subscriptionStatus!: SubscriptionStatus;
  /** The plan; absent, as the fields below, if none was ever bought. */
  @Prop({ type: String, enum: purchaseItemNames }) subscriptionType?: PurchaseItem;
  @Prop({ type: Date }) subscriptionStartDate?: Date;
  @Prop({ type: Date }) subscriptionEndDate?: Date;
  @Prop({ type: String, enum: paymentProviders }) paymentMethod?: PaymentProviderName;
  /** The provider's id of the payment. */
  @Prop({ type: String }) paymentId?: string;
  @Prop({ type: Date, required: true }) createdAt!: Date;
  @Prop({ type: Date }) lastLoginAt?: Date;
  /** Since then the person may not sign in. */
  @Prop({ type: Date }) disabledAt?: Date;
  /** Since then the row is no person's: its id stands for both names, and still owns entries. */
  @Prop({ type: Date }) erasedAt?: Date;
  /**
   * By which the person may set a password, once; of its token only the SHA-256 is kept. A used one has
   * expired, and names the command, to recognise its redelivery.
   */
  @Prop(raw({ hash: { type: String }, expiresAt: { type: Date }, usedBy: { type: String } }))
  link?: { hash: string; expiresAt: Date; usedBy?: string };
  @Prop({ type: [Object], default: undefined }) requestedLinks?: RequestedLink[];
  /** Absent without an authenticator app. Its secret is in no later reply, and in no log. */
  @Prop({ type: Object }) totp?: StoredTotp;
  @Prop({ type: [Object], default: undefined }) passkeys?: StoredPasskey[];
  /** SHA-256 of each code that is not used yet. */
  @Prop({ type: [String], default: undefined }) recoveryCodes?: string[];
  /** The password was generated: another one must be chosen at the next sign-in. */
  @Prop({ type: Boolean }) mustChangePassword?: boolean;
  /** Counts changes of role and state, and those of other owners that relied on this one. */
  @Prop({ type: Number }) roleVersion?: number;
  /** Counts passwords, roles and states; a session remembers under which one it began. */
  @Prop({ type: Number, required: true, default: 1 }) credentialVersion!: number;
  /** Sessions older than this version must be revoked; absent once they are. */
  @Prop({ type: Number }) endSessionsBefore?: number;
  /** The command that last changed the password, to recognise its redelivery. */
  @Prop({ type: String }) lastCommandId?: string;
  /** Time of the last change that the journal has. */
  @Prop({ type: Date }) notedAt?: Date;
  @Prop(outboxField) outbox!: OutboxEntry[];
}

/** A person of the team, with or without a password. */
export type PersonRecord = UserRecord & { role: PersonRole };
/** A person to whom a link can be sent. */
export type ReachablePerson = PersonRecord & { contactEmail: string };
/** The account of a person of the team, which may sign in. */
export type Account = PersonRecord & { password: string };

/** A change of a row; `undefined` removes a field. */
export type PersonChange = { [K in keyof UserRecord]?: UserRecord[K] | undefined };

/** A change as an update of the row. `isAdmin` follows the role. */
export const toUpdate = (fields: PersonChange): UpdateQuery<UserRecord> => {
  const all = { ...fields, ...('role' in fields && { isAdmin: isAdminRole(fields.role) }) };
  const removed = Object.entries(all).filter(([, value]) => value === undefined);
  return {
    $set: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    $unset: Object.fromEntries(removed.map(([name]) => [name, 1])),
  };
};

/** An event about a person, to be stored with the change. The payload of the contract decides what it has. */
export const accountEvent = (
  event: EventContract,
  { _id, username }: Pick<UserRecord, '_id' | 'username'>,
  more: object = {},
): OutboxEntry => outboxEntry(event, { accountId: _id.toHexString(), username, ...more });

/** Whether a role is that of an administrator. */
export const isAdminRole = (role: PersonRole | undefined): boolean =>
  role === 'admin' || role === 'owner';

/** What a person has besides the password. */
export type Factors = Pick<UserRecord, 'totp' | 'passkeys' | 'recoveryCodes'>;

/** Whether a sign-in takes a second step. */
export const hasFactor = ({ totp, passkeys = [] }: Factors): boolean =>
  totp !== undefined || passkeys.length > 0;

/** Rows that have the second factors of `account`. */
export const withFactorsOf = ({ totp, passkeys = [] }: Factors) => ({
  totp: { $exists: totp !== undefined },
  ...(passkeys.length > 0
    ? { passkeys: { $size: passkeys.length } }
    : { 'passkeys.0': { $exists: false } }),
});

/** Removes all second factors from a row. */
export const withoutFactors = {
  totp: undefined,
  passkeys: undefined,
  recoveryCodes: undefined,
} as const;

/** Removes the passwords of a row and all its second factors. */
export const withoutCredentials = {
  ...withoutFactors,
  password: undefined,
  disabledPassword: undefined,
} as const;

/** A contact as it is stored: addresses are found whatever their case. */
export const toContactFields = ({ contactEmail, locale }: Contact) => ({
  contactEmail: contactEmail?.toLowerCase(),
  locale,
});

/** A row whose person is erased. What was a buyer's in it stays. */
export const toErased = (id: string): PersonChange => ({
  username: id,
  usernameKey: id,
  erasedAt: new Date(),
  role: undefined,
  contactEmail: undefined,
  locale: undefined,
  mustChangePassword: undefined,
  link: undefined,
  requestedLinks: undefined,
  lastLoginAt: undefined,
  disabledAt: undefined,
  ...withoutCredentials,
});

/** The links by which a person can set a password now: an owner's, and those that were asked for. */
export const openLinks = ({
  link,
  requestedLinks = [],
  contactEmail,
  credentialVersion,
}: UserRecord): Pick<RequestedLink, 'hash' | 'expiresAt'>[] => {
  const current = requestedLinks.filter(
    (one) => one.to === contactEmail && one.credentialVersion === credentialVersion,
  );
  return [...(link ? [link] : []), ...current].filter(({ expiresAt }) => expiresAt > new Date());
};

/** The indexes of the collection `users`. */
export const userIndexes: mongo.IndexDescription[] = [
  { key: { usernameKey: 1 }, unique: true },
  { key: { email: 1 }, unique: true, sparse: true },
  { key: { contactEmail: 1 }, sparse: true },
  { key: { endSessionsBefore: 1 }, sparse: true },
  { key: { role: 1 }, sparse: true },
  { key: { 'link.hash': 1 }, unique: true, sparse: true },
  { key: { 'requestedLinks.hash': 1 }, sparse: true },
  { key: { subscriptionStatus: 1, subscriptionEndDate: 1 } },
  { key: outboxIndex },
];
