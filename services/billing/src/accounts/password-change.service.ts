import type { MessageContext } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { assertPassword } from '../passwords/password-policy.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { AccountEvents } from './account-events.js';
import type { Account } from './accounts.mapper.js';
import { AccountsRepository } from './accounts.repository.js';
import { SessionEnder } from './session-ender.js';

/** Typed credentials and the client's address. */
export interface PasswordChangeTry {
  currentPassword: string;
  newPassword: string;
  address: string;
}

/** Changes an administrator's own password and ends all sessions of the account. */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly events: AccountEvents,
    private readonly hasher: PasswordHasher,
    private readonly throttle: ThrottleService,
    private readonly ender: SessionEnder,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  async change(
    change: PasswordChangeTry,
    { subject, commandId }: Pick<MessageContext, 'subject' | 'commandId'>,
  ): Promise<void> {
    if (subject.role !== 'admin') throw new DomainError('FORBIDDEN');
    const account = await this.accounts.findById(subject.id);
    if (!account) throw new DomainError('ACCESS_REQUIRED');
    if (account.lastCommandId !== commandId) await this.replace(account, change, commandId);
    await this.ender.endDue();
  }

  private async replace(
    account: Account,
    { currentPassword, newPassword, address }: PasswordChangeTry,
    commandId: string,
  ): Promise<void> {
    assertPassword(newPassword, account.username, this.config.password.minLength);
    const changed = await this.throttle.attempt(account.usernameKey, address, async () => {
      if (!(await this.hasher.matches(account.passwordHash, currentPassword))) return undefined;
      const hash = await this.hasher.hash(newPassword);
      const entry = this.events.entry('passwordChanged', account);
      const stored = await this.accounts.replacePassword(account, { hash, commandId }, entry);
      // No match: another change came first, so the given current password is outdated.
      return stored || undefined;
    });
    if (!changed) throw new DomainError('WRONG_PASSWORD');
    this.events.publishSoon();
  }
}
