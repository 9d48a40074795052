import { ensureIndexes, isDuplicateKey, Outbox, type OutboxEntry } from '@ctdb/chassis';
import { accountEvents, personRoles, type PersonRole } from '@ctdb/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Types, type Model, type QueryFilter, type UpdateQuery } from 'mongoose';
import { noted } from '../noted.js';
import { userIndexes, UserRecord, withoutFactorFilter } from './user.record.js';

/** The account of a person of the team, which may sign in. */
export type Account = UserRecord & { password: string; role: PersonRole };

/** An event of the audit trail. */
export type AccountEvent = Exclude<
  keyof typeof accountEvents,
  'invited' | 'roleChanged' | 'signInFailed' | 'erased'
>;

/** The collection `users`. Every write is one atomic change of one document, its event included. */
@Injectable()
export class AccountsRepository implements OnModuleInit {
  constructor(
    @InjectModel(UserRecord.name) private readonly users: Model<UserRecord>,
    private readonly outbox: Outbox,
  ) {}

  async onModuleInit(): Promise<void> {
    await ensureIndexes(this.users, userIndexes);
  }

  async hasOwner(): Promise<boolean> {
    return (await this.users.exists({ role: 'owner' })) !== null;
  }

  /** Returns `false` if the name is taken. */
  async createOwner(
    account: Pick<Account, 'username' | 'usernameKey' | 'password' | 'mustChangePassword'>,
  ): Promise<boolean> {
    const _id = new Types.ObjectId();
    const outbox = [this.event('created', { _id, username: account.username })];
    const right = { role: 'owner', isAdmin: true } as const;
    const row = { ...account, ...right, _id, createdAt: new Date(), outbox };
    try {
      await this.users.create(row);
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
    this.outbox.relaySoon();
    return true;
  }

  findByKey(usernameKey: string): Promise<Account | null> {
    return this.findAccount({ usernameKey: { $eq: usernameKey } });
  }

  async findById(id: string): Promise<Account | null> {
    return Types.ObjectId.isValid(id) ? this.findAccount({ _id: id }) : null;
  }

  async recordEvent({ _id, username }: Account, name: AccountEvent): Promise<void> {
    await this.update({ _id, username }, name, {});
  }

  /**
   * Stores a sign-in, and a new hash of the same password if the hash parameters changed.
   * Returns `false` if the password was changed since it was checked, or is no longer enough.
   */
  recordSignIn(account: Account, byPassword?: { rehashed: string | undefined }): Promise<boolean> {
    const rehashed = byPassword?.rehashed;
    const $set = { lastLoginAt: new Date(), ...(rehashed ? { password: rehashed } : {}) };
    return this.update(account, 'signedIn', { $set }, byPassword && withoutFactorFilter);
  }

  /** Ends an open link too. Returns `false` if another change came first. */
  replacePassword(account: Account, password: string, lastCommandId: string): Promise<boolean> {
    const credentialVersion = account.credentialVersion + 1;
    const endSessionsBefore = credentialVersion;
    const $set = { password, lastCommandId, credentialVersion, endSessionsBefore };
    const $unset = { link: 1, mustChangePassword: 1 };
    return this.update(account, 'passwordChanged', { $set, $unset });
  }

  /** Accounts whose older sessions are not ended yet. */
  async findPendingRevocations(): Promise<{ accountId: string; before: number }[]> {
    const rows = await this.users
      .find({ endSessionsBefore: { $gt: 0 } })
      .select({ endSessionsBefore: 1 })
      .lean<UserRecord[]>();
    return rows.map(({ _id, endSessionsBefore = 0 }) => ({
      accountId: _id.toHexString(),
      before: endSessionsBefore,
    }));
  }

  async markSessionsRevoked(accountId: string, before: number): Promise<void> {
    await this.users.updateOne(
      { _id: accountId, endSessionsBefore: before },
      { $unset: { endSessionsBefore: 1 } },
    );
  }

  private findAccount(filter: QueryFilter<UserRecord>): Promise<Account | null> {
    return this.users
      .findOne({
        ...filter,
        role: { $in: personRoles },
        disabledAt: { $exists: false },
        password: { $exists: true },
      })
      .lean<Account>()
      .exec();
  }

  /** Writes a change with its event; with a `credentialVersion` only if it is still the account's. */
  private async update(
    account: Pick<Account, '_id' | 'username'> & Partial<Pick<Account, 'credentialVersion'>>,
    event: AccountEvent,
    update: UpdateQuery<UserRecord>,
    filter: QueryFilter<UserRecord> = {},
  ): Promise<boolean> {
    const { _id, credentialVersion } = account;
    const { matchedCount } = await this.users.updateOne(
      { ...filter, _id, ...(credentialVersion === undefined ? {} : { credentialVersion }) },
      { ...update, ...noted(this.event(event, account)) },
    );
    this.outbox.relaySoon();
    return matchedCount === 1;
  }

  private event(
    name: AccountEvent,
    { _id, username }: Pick<Account, '_id' | 'username'>,
  ): OutboxEntry {
    return this.outbox.entry(accountEvents[name], { accountId: _id.toHexString(), username });
  }
}
