import type { OutboxEntry } from '@ctdb/chassis';
import { accountEvents, DomainError, MAX_PASSKEYS } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { QueryFilter, UpdateQuery } from 'mongoose';
import { AccountsRepository } from '../users/accounts.repository.js';
import {
  type Account,
  accountEvent,
  type StoredPasskey,
  type StoredTotp,
  type UserRecord,
  withFactorsOf,
} from '../users/user.record.js';

/** An authenticator app, or a passkey. */
export type NewFactor = { totp?: StoredTotp; passkey?: StoredPasskey };

/**
 * Second factors in the collection `users`. Each write is one atomic change of one row. Those that add or
 * remove throw `SERVICE_UNAVAILABLE` if password, role, state or factors have changed since `account` was
 * read; those that use a factor return `false` then, or if it cannot be used.
 */
@Injectable()
export class FactorsRepository {
  constructor(private readonly accounts: AccountsRepository) {}

  /** Adds a passkey, or an authenticator app in the place of another one. The first factor comes with recovery codes. */
  add(account: Account, { totp, passkey }: NewFactor, recoveryCodes?: string[]): Promise<void> {
    const factor = passkey ? 'passkey' : 'totp';
    const event = accountEvent(accountEvents.factorAdded, account, { factor });
    const filter = passkey && { [`passkeys.${MAX_PASSKEYS - 1}`]: { $exists: false } };
    const $set = { ...(totp && { totp }), ...(recoveryCodes && { recoveryCodes }) };
    return this.change(account, { $set }, event, filter, passkey && { passkeys: passkey });
  }

  /** Removes a passkey, or else the authenticator app. The last factor takes the recovery codes along. */
  remove(account: Account, isLast: boolean, passkey?: string): Promise<void> {
    const factor = passkey === undefined ? 'totp' : 'passkey';
    const event = accountEvent(accountEvents.factorRemoved, account, { factor });
    const codes = isLast && { recoveryCodes: 1 as const };
    if (passkey === undefined)
      return this.change(account, { $unset: { totp: 1, ...codes } }, event);
    const update = { $pull: { passkeys: { id: passkey } }, $unset: { ...codes } };
    return this.change(account, update, event, { 'passkeys.id': { $eq: passkey } });
  }

  setRecoveryCodes(account: Account, recoveryCodes: string[]): Promise<void> {
    const event = accountEvent(accountEvents.recoveryCodesRenewed, account);
    return this.change(account, { $set: { recoveryCodes } }, event);
  }

  /** Uses the code of a time step; returns `false` if it, or a later one, was used. */
  useTotpStep({ _id, credentialVersion }: Account, step: number): Promise<boolean> {
    const filter = { _id, credentialVersion, 'totp.lastStep': { $lt: step } };
    return this.accounts.write(filter, { $set: { 'totp.lastStep': step } });
  }

  /** Uses a recovery code; returns `false` if there is none with this hash. */
  useRecoveryCode(account: Account, hash: string): Promise<boolean> {
    const { _id, credentialVersion } = account;
    return this.accounts.write(
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
    return this.accounts.write(filter, { $set: used });
  }

  private async change(
    account: Account,
    update: UpdateQuery<UserRecord>,
    event: OutboxEntry,
    filter: QueryFilter<UserRecord> = {},
    pushed?: object,
  ): Promise<void> {
    const { _id, credentialVersion } = account;
    const asRead = { _id, credentialVersion, ...withFactorsOf(account) };
    if (!(await this.accounts.write({ ...filter, ...asRead }, update, event, pushed)))
      throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
  }
}
