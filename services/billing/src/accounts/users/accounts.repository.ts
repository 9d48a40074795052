import { CollectionRepository, Outbox, type OutboxEntry } from '@ctdb/chassis';
import {
  accountEvents,
  DomainError,
  type EventContract,
  LINK_HOURS,
  MAX_PASSKEYS,
  personRoles,
  usernameKey,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Types, type Model, type QueryFilter, type UpdateQuery } from 'mongoose';
import { noted } from '../../noted.js';
import { LINKS_A_DAY } from './tokens.js';
import {
  type Account,
  accountEvent,
  isAdminRole,
  type PersonChange,
  type PersonRecord,
  type ReachablePerson,
  type StoredPasskey,
  type StoredTotp,
  toUpdate,
  userIndexes,
  UserRecord,
  withFactorsOf,
} from './user.record.js';

/** As many as can be open: a request pushes out only expired ones. */
const MAX_REQUESTED_LINKS = LINKS_A_DAY * (LINK_HOURS / 24 + 1);
/** More changes than a person makes while backups are kept: all sessions of the lost time are older. */
const LOST_VERSIONS = 1_000;
const HOUR_MS = 3_600_000;

const isEnabled = { disabledAt: { $exists: false } };
const maySignIn = { password: { $exists: true }, ...isEnabled };
const countRoleVersion = { $inc: { roleVersion: 1 } };

/** Ends the sessions of earlier versions. */
const newVersion = (credentialVersion: number) => ({
  credentialVersion,
  endSessionsBefore: credentialVersion,
});

/** An authenticator app, or a passkey. */
export type NewFactor = { totp?: StoredTotp; passkey?: StoredPasskey };

/**
 * Persons of the team in the collection `users`, and their second factors. Each write is one atomic change of
 * one row, and stores its event with the change. Those that use a factor return `false` if it cannot be used, or
 * if the account has changed since it was read.
 */
@Injectable()
export class AccountsRepository extends CollectionRepository<UserRecord> {
  constructor(
    @InjectModel(UserRecord.name) model: Model<UserRecord>,
    private readonly outbox: Outbox,
  ) {
    super(model, userIndexes);
  }

  async findPage(offset: number, limit: number): Promise<{ items: PersonRecord[]; total: number }> {
    const filter = { role: { $in: personRoles } };
    const [items, total] = await Promise.all([
      this.findMany(filter, { sort: { usernameKey: 1 }, skip: offset, limit }),
      this.model.countDocuments(filter),
    ]);
    return { items: items as PersonRecord[], total };
  }

  async findPerson(id: string, filter: QueryFilter<UserRecord> = {}): Promise<PersonRecord | null> {
    return Types.ObjectId.isValid(id) ? this.find({ ...filter, _id: id }) : null;
  }

  findPersonByKey(key: string): Promise<PersonRecord | null> {
    return this.find({ usernameKey: { $eq: key } });
  }

  /** A person who may sign in. */
  findAccount(id: string): Promise<Account | null> {
    return this.findPerson(id, maySignIn) as Promise<Account | null>;
  }

  findAccountByKey(key: string): Promise<Account | null> {
    return this.find({ usernameKey: { $eq: key }, ...maySignIn }) as Promise<Account | null>;
  }

  /** The account of a session. Without Redis the session may have outlived it. Throws `ACCESS_REQUIRED`. */
  async getAccount({ id }: { id: string }): Promise<Account> {
    const account = await this.findAccount(id);
    if (!account) throw new DomainError('ACCESS_REQUIRED', { reason: 'ended' });
    return account;
  }

  /** Persons with this name or e-mail address to whom a link can be sent. */
  findReachable(typed: string): Promise<ReachablePerson[]> {
    const named = [
      { usernameKey: { $eq: usernameKey(typed) } },
      { contactEmail: { $in: [typed, typed.toLowerCase()] } },
    ];
    const reachable = { role: { $in: personRoles }, ...isEnabled, contactEmail: { $exists: true } };
    return this.findMany({ ...reachable, $or: named }) as Promise<ReachablePerson[]>;
  }

  /** The person who has, or had, the link with this hash. */
  findByLink(hash: string): Promise<PersonRecord | null> {
    const $eq = hash;
    return this.find({ $or: [{ 'link.hash': { $eq } }, { 'requestedLinks.hash': { $eq } }] });
  }

  /** The owner who has been there longest; a disabled one only if all are. */
  findFirstOwner(): Promise<PersonRecord | null> {
    const sort = { disabledAt: 1, createdAt: 1, _id: 1 } as const;
    return this.findOne({ role: 'owner' }, { sort }) as Promise<PersonRecord | null>;
  }

  async hasOwner(): Promise<boolean> {
    return (await this.model.exists({ role: 'owner' })) !== null;
  }

  async isErased(id: string): Promise<boolean> {
    return (await this.model.exists({ _id: id, erasedAt: { $exists: true } })) !== null;
  }

  /** Stores a new person; returns the id, or `undefined` if the name is taken. */
  async create(
    person: PersonChange & Pick<PersonRecord, 'username' | 'role'>,
    event: EventContract,
  ): Promise<string | undefined> {
    const { username, role } = person;
    const row = {
      ...person,
      _id: new Types.ObjectId(),
      usernameKey: usernameKey(username),
      isAdmin: isAdminRole(role),
      createdAt: new Date(),
    };
    const outbox = [accountEvent(event, row, { role })];
    if (!(await this.insertIfMissing({ ...row, outbox } as UserRecord))) return undefined;
    this.outbox.relaySoon();
    return row._id.toHexString();
  }

  async recordEvent({ _id, username }: Pick<UserRecord, '_id' | 'username'>, event: EventContract) {
    await this.write({ _id }, {}, accountEvent(event, { _id, username }));
  }

  /**
   * Stores a sign-in. Returns `false` if the password was changed since it was checked, or is no longer
   * enough.
   * @param byPassword of a sign-in by the password alone, which a factor added since prevents;
   *   `rehashed` is a new hash of the same password, where the parameters changed
   */
  recordSignIn(account: Account, byPassword?: { rehashed: string | undefined }): Promise<boolean> {
    const { _id, credentialVersion } = account;
    const rehashed = byPassword?.rehashed;
    const $set = { lastLoginAt: new Date(), ...(rehashed ? { password: rehashed } : {}) };
    const filter = { _id, credentialVersion, ...(byPassword && withFactorsOf(account)) };
    return this.write(filter, { $set }, accountEvent(accountEvents.signedIn, account));
  }

  /** Ends an open link and the sessions too. Returns `false` if another change came first. */
  replacePassword(account: Account, password: string, lastCommandId: string): Promise<boolean> {
    const { _id, credentialVersion } = account;
    const ended = { link: undefined, mustChangePassword: undefined };
    const change = { password, lastCommandId, ...ended, ...newVersion(credentialVersion + 1) };
    const event = accountEvent(accountEvents.passwordChanged, account);
    return this.write({ _id, credentialVersion }, toUpdate(change), event);
  }

  /**
   * Relies on an owner other than `id` who can sign in; returns `false` if there is none. That owner's
   * own role and state cannot be changed by who read them before: of two owners who remove each other
   * at the same moment, at least one starts again, and finds that no other is left.
   */
  relyOnAnotherOwner(id: Types.ObjectId): Promise<boolean> {
    return this.write({ _id: { $ne: id }, role: 'owner', ...maySignIn }, countRoleVersion);
  }

  /**
   * Stores a change and ends the person's sessions. Returns the changed person; `null` if role, state or
   * password have changed since `person` was read.
   */
  async changeAndEndSessions(person: PersonRecord, fields: PersonChange, event: OutboxEntry) {
    const { _id, credentialVersion, roleVersion } = person;
    const changes = { ...fields, ...newVersion(credentialVersion + 1) };
    const asRead = { _id, credentialVersion, roleVersion: roleVersion ?? null };
    const isStored = await this.change(asRead, changes, event);
    return isStored ? ({ ...person, ...changes } as PersonRecord) : null;
  }

  /** Stores a change that a restored database has lost; ends the sessions of before and of the lost time. */
  repeatChange({ _id, credentialVersion }: PersonRecord, fields: PersonChange, event: OutboxEntry) {
    const version = newVersion(credentialVersion + LOST_VERSIONS);
    return this.change({ _id }, { ...fields, ...version }, event);
  }

  /** Ends all links that were made before a time. */
  async endLinks(madeBefore: Date): Promise<void> {
    const $lt = new Date(madeBefore.getTime() + LINK_HOURS * HOUR_MS);
    await this.updateMany({ 'link.expiresAt': { $lt } }, { $unset: { link: 1 } });
    await this.updateMany(
      { 'requestedLinks.expiresAt': { $lt } },
      { $pull: { requestedLinks: { expiresAt: { $lt } } } },
    );
  }

  /** Stores the link of an owner; returns `false` if the person was disabled meanwhile. */
  storeLink(person: PersonRecord, link: NonNullable<PersonRecord['link']>): Promise<boolean> {
    const event = accountEvent(accountEvents.linkCreated, person);
    return this.change({ _id: person._id, ...isEnabled }, { link }, event);
  }

  /**
   * Adds a link that was asked for; returns `false` if address, password, role or state have changed since
   * the person was read.
   */
  addRequestedLink(person: ReachablePerson, link: { hash: string; expiresAt: Date }) {
    const { _id, contactEmail, credentialVersion } = person;
    const $each = [{ ...link, to: contactEmail, credentialVersion }];
    // `roleVersion` stays: a request must not disturb a change, or the use of another link.
    return this.write(
      { _id, contactEmail: { $eq: contactEmail }, credentialVersion },
      {},
      accountEvent(accountEvents.linkRequested, person),
      { requestedLinks: { $each, $slice: -MAX_REQUESTED_LINKS } },
    );
  }

  /** Accounts whose older sessions are not ended yet. */
  findPendingRevocations(): Promise<Pick<UserRecord, '_id' | 'endSessionsBefore'>[]> {
    const projection = { endSessionsBefore: 1 } as const;
    return this.findMany({ endSessionsBefore: { $gt: 0 } }, { projection });
  }

  async markSessionsRevoked(_id: Types.ObjectId, endSessionsBefore: number): Promise<void> {
    await this.write({ _id, endSessionsBefore }, { $unset: { endSessionsBefore: 1 } });
  }

  /** Adds a passkey, or an authenticator app in the place of another one. The first factor comes with recovery codes. */
  addFactor(account: Account, { totp, passkey }: NewFactor, recoveryCodes?: string[]) {
    const factor = passkey ? 'passkey' : 'totp';
    const event = accountEvent(accountEvents.factorAdded, account, { factor });
    const filter = passkey && { [`passkeys.${MAX_PASSKEYS - 1}`]: { $exists: false } };
    const $set = { ...(totp && { totp }), ...(recoveryCodes && { recoveryCodes }) };
    return this.changeFactors(account, { $set }, event, filter, passkey && { passkeys: passkey });
  }

  /** Removes a passkey, or else the authenticator app. The last factor takes the recovery codes along. */
  removeFactor(account: Account, isLast: boolean, passkey?: string): Promise<void> {
    const factor = passkey === undefined ? 'totp' : 'passkey';
    const event = accountEvent(accountEvents.factorRemoved, account, { factor });
    const codes = isLast && { recoveryCodes: 1 as const };
    if (passkey === undefined)
      return this.changeFactors(account, { $unset: { totp: 1, ...codes } }, event);
    const update = { $pull: { passkeys: { id: passkey } }, $unset: { ...codes } };
    return this.changeFactors(account, update, event, { 'passkeys.id': { $eq: passkey } });
  }

  setRecoveryCodes(account: Account, recoveryCodes: string[]): Promise<void> {
    const event = accountEvent(accountEvents.recoveryCodesRenewed, account);
    return this.changeFactors(account, { $set: { recoveryCodes } }, event);
  }

  /** Uses the code of a time step; returns `false` if it, or a later one, was used. */
  useTotpStep({ _id, credentialVersion }: Account, step: number): Promise<boolean> {
    const filter = { _id, credentialVersion, 'totp.lastStep': { $lt: step } };
    return this.write(filter, { $set: { 'totp.lastStep': step } });
  }

  /** Uses a recovery code; returns `false` if there is none with this hash. */
  useRecoveryCode(account: Account, hash: string): Promise<boolean> {
    const { _id, credentialVersion } = account;
    return this.write(
      { _id, credentialVersion, recoveryCodes: { $eq: hash } },
      { $pull: { recoveryCodes: hash } },
      accountEvent(accountEvents.recoveryCodeUsed, account),
    );
  }

  usePasskey(
    { _id, credentialVersion }: Account,
    { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
  ): Promise<boolean> {
    const filter = { _id, credentialVersion, 'passkeys.id': { $eq: id } };
    const used = { 'passkeys.$.counter': counter, 'passkeys.$.lastUsedAt': new Date() };
    return this.write(filter, { $set: used });
  }

  /** One atomic change of one row, its event included; returns `false` if no row fits `filter`. */
  private async write(
    filter: QueryFilter<UserRecord>,
    update: UpdateQuery<UserRecord>,
    event?: OutboxEntry,
    pushed?: object,
  ): Promise<boolean> {
    const note = event && noted(event, pushed);
    const { matchedCount } = await this.updateOne(filter, { ...update, ...note });
    if (event) this.outbox.relaySoon();
    return matchedCount === 1;
  }

  /** A {@link write} that ends other changes of role or state, which have read the row before. */
  change(filter: QueryFilter<UserRecord>, fields: PersonChange, event: OutboxEntry) {
    return this.write(filter, { ...toUpdate(fields), ...countRoleVersion }, event);
  }

  /** Throws `SERVICE_UNAVAILABLE` if password, role, state or factors have changed since `account` was read. */
  private async changeFactors(
    account: Account,
    update: UpdateQuery<UserRecord>,
    event: OutboxEntry,
    filter: QueryFilter<UserRecord> = {},
    pushed?: object,
  ): Promise<void> {
    const { _id, credentialVersion } = account;
    const asRead = { _id, credentialVersion, ...withFactorsOf(account) };
    if (!(await this.write({ ...filter, ...asRead }, update, event, pushed)))
      throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
  }

  private find(filter: QueryFilter<UserRecord>): Promise<PersonRecord | null> {
    return this.findOne({ ...filter, role: { $in: personRoles } }) as Promise<PersonRecord | null>;
  }
}
