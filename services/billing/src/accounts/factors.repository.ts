import { Outbox, outboxEntry, type OutboxEntry } from '@ctdb/chassis';
import { accountEvents, MAX_PASSKEYS } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import { noted } from '../noted.js';
import type { Account } from './accounts.repository.js';
import {
  UserRecord,
  withoutFactorFilter,
  type StoredPasskey,
  type StoredTotp,
} from './user.record.js';

const ofAccount = ({ _id, username }: Account) => ({ accountId: _id.toHexString(), username });

/**
 * Second factors in the collection `users`. Each write is one atomic change of one row, and matches none
 * if password, role or state have changed since `account` was read.
 */
@Injectable()
export class FactorsRepository {
  constructor(
    @InjectModel(UserRecord.name) private readonly users: Model<UserRecord>,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Replaces the authenticator app. `recoveryCodes` come with the first factor: then returns `false` if
   * another one was added meanwhile, whose codes these would replace.
   */
  setTotp(account: Account, totp: StoredTotp, recoveryCodes?: string[]): Promise<boolean> {
    const event = outboxEntry(accountEvents.factorAdded, { ...ofAccount(account), factor: 'totp' });
    const $set = { totp, ...(recoveryCodes && { recoveryCodes }) };
    return this.update(account, recoveryCodes ? withoutFactorFilter : {}, { $set }, event);
  }

  /** As {@link setTotp}. */
  addPasskey(account: Account, passkey: StoredPasskey, recoveryCodes?: string[]): Promise<boolean> {
    const event = outboxEntry(accountEvents.factorAdded, {
      ...ofAccount(account),
      factor: 'passkey',
    });
    const codes = recoveryCodes && { $set: { recoveryCodes } };
    const filter = {
      'passkeys.id': { $ne: passkey.id },
      [`passkeys.${MAX_PASSKEYS - 1}`]: { $exists: false },
      ...(recoveryCodes && withoutFactorFilter),
    };
    return this.update(account, filter, { $push: { passkeys: passkey }, ...codes }, event);
  }

  /** Returns `false` if the factors have changed since `account` was read. */
  removeTotp(account: Account): Promise<boolean> {
    const isLast = !account.passkeys?.length;
    const event = outboxEntry(accountEvents.factorRemoved, {
      ...ofAccount(account),
      factor: 'totp',
    });
    return this.update(
      account,
      { totp: { $exists: true }, 'passkeys.0': { $exists: !isLast } },
      { $unset: { totp: 1, ...(isLast && { recoveryCodes: 1 }) } },
      event,
    );
  }

  /** Returns `false` if the factors have changed since `account` was read. */
  removePasskey(account: Account, id: string): Promise<boolean> {
    const { passkeys = [], totp } = account;
    const isLast = passkeys.length === 1 && !totp;
    const event = outboxEntry(accountEvents.factorRemoved, {
      ...ofAccount(account),
      factor: 'passkey',
    });
    return this.update(
      account,
      {
        'passkeys.id': { $eq: id },
        passkeys: { $size: passkeys.length },
        totp: { $exists: totp !== undefined },
      },
      { $pull: { passkeys: { id } }, ...(isLast && { $unset: { recoveryCodes: 1 } }) },
      event,
    );
  }

  setRecoveryCodes(account: Account, recoveryCodes: string[]): Promise<boolean> {
    const event = outboxEntry(accountEvents.recoveryCodesRenewed, ofAccount(account));
    return this.update(account, {}, { $set: { recoveryCodes } }, event);
  }

  /** Uses the code of a time step; returns `false` if it, or a later one, was used. */
  useTotpStep(account: Account, step: number): Promise<boolean> {
    return this.update(
      account,
      { 'totp.lastStep': { $lt: step } },
      { $set: { 'totp.lastStep': step } },
    );
  }

  /** Uses a recovery code; returns `false` if there is none with this hash. */
  useRecoveryCode(account: Account, hash: string): Promise<boolean> {
    const event = outboxEntry(accountEvents.recoveryCodeUsed, ofAccount(account));
    return this.update(
      account,
      { recoveryCodes: { $eq: hash } },
      { $pull: { recoveryCodes: hash } },
      event,
    );
  }

  usePasskey(
    account: Account,
    { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
  ): Promise<boolean> {
    const $set = { 'passkeys.$.counter': counter, 'passkeys.$.lastUsedAt': new Date() };
    return this.update(account, { 'passkeys.id': { $eq: id } }, { $set });
  }

  private async update(
    { _id, credentialVersion }: Account,
    filter: QueryFilter<UserRecord>,
    update: UpdateQuery<UserRecord>,
    event?: OutboxEntry,
  ): Promise<boolean> {
    const { $push: stored, ...note } = event ? noted(event) : {};
    const $push = { ...update.$push, ...stored };
    const { matchedCount } = await this.users.updateOne(
      { ...filter, _id, credentialVersion },
      { ...update, ...note, ...(Object.keys($push).length > 0 && { $push }) },
    );
    if (event) this.outbox.relaySoon();
    return matchedCount === 1;
  }
}
