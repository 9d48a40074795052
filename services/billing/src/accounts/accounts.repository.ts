import { MONGO, type OutboxEntry } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { Types, type Connection, type Model } from 'mongoose';
import { createIndexes } from '../data/create-indexes.js';
import { isDuplicate } from '../data/is-duplicate.js';
import { toAccount, type Account } from './accounts.mapper.js';
import { userSchema, type UserDocument } from './user.schema.js';

/** A password that replaces another. */
export interface NewPassword {
  hash: string;
  commandId: string;
}

/** The collection `users`. Every write is one atomic change of one document, its events included. */
@Injectable()
export class AccountsRepository {
  private readonly users: Model<UserDocument>;

  constructor(@Inject(MONGO) mongo: Connection) {
    this.users = mongo.model<UserDocument>('User', userSchema);
  }

  /** Must run before the first write: the database enforces uniqueness. */
  async createIndexes(): Promise<void> {
    await createIndexes(this.users);
  }

  async hasAdministrator(): Promise<boolean> {
    return (await this.users.exists({ isAdmin: true })) !== null;
  }

  newId(): string {
    return new Types.ObjectId().toHexString();
  }

  /** Returns `false` if the name is taken. */
  async createAdministrator(
    account: Pick<Account, 'accountId' | 'username' | 'usernameKey' | 'passwordHash'>,
    created: OutboxEntry,
  ): Promise<boolean> {
    const { accountId, username, usernameKey, passwordHash } = account;
    try {
      await this.users.create({
        _id: new Types.ObjectId(accountId),
        username,
        usernameKey,
        password: passwordHash,
        isAdmin: true,
        createdAt: new Date(),
        outbox: [created],
      });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async findByKey(usernameKey: string): Promise<Account | undefined> {
    return toAccount(await this.users.findOne({ usernameKey: { $eq: usernameKey } }).lean());
  }

  async findById(accountId: string): Promise<Account | undefined> {
    if (!Types.ObjectId.isValid(accountId)) return undefined;
    return toAccount(await this.users.findById(accountId).lean());
  }

  /** Adds an event to the account's outbox. */
  async append(accountId: string, event: OutboxEntry): Promise<void> {
    await this.users.updateOne({ _id: accountId }, { $push: { outbox: event } });
  }

  /**
   * Stores a sign-in, and a new hash of the same password if the hash parameters changed.
   * Returns `false` if the password was changed since it was checked.
   */
  async noteSignIn(account: Account, event: OutboxEntry, rehashed?: string): Promise<boolean> {
    const { matchedCount } = await this.users.updateOne(
      { _id: account.accountId, credentialVersion: account.credentialVersion },
      {
        $set: { lastLoginAt: new Date(), ...(rehashed ? { password: rehashed } : {}) },
        $push: { outbox: event },
      },
    );
    return matchedCount === 1;
  }

  /** Returns `false` if another change came first. */
  async replacePassword(
    { accountId, credentialVersion }: Account,
    { hash, commandId }: NewPassword,
    event: OutboxEntry,
  ): Promise<boolean> {
    const next = credentialVersion + 1;
    const { matchedCount } = await this.users.updateOne(
      { _id: accountId, credentialVersion },
      {
        $set: {
          password: hash,
          lastCommandId: commandId,
          credentialVersion: next,
          endSessionsBefore: next,
        },
        $push: { outbox: event },
      },
    );
    return matchedCount === 1;
  }

  /** Accounts whose older sessions are not ended yet. */
  async withSessionsToEnd(): Promise<{ accountId: string; before: number }[]> {
    const rows = await this.users
      .find({ endSessionsBefore: { $gt: 0 } })
      .select({ endSessionsBefore: 1 })
      .lean();
    return rows.map(({ _id, endSessionsBefore = 0 }) => ({
      accountId: _id.toHexString(),
      before: endSessionsBefore,
    }));
  }

  async sessionsEnded(accountId: string, before: number): Promise<void> {
    await this.users.updateOne(
      { _id: accountId, endSessionsBefore: before },
      { $unset: { endSessionsBefore: 1 } },
    );
  }
}
