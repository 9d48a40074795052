import { randomUUID } from 'node:crypto';
import { type MessageContext, requireRole } from '@ctdb/chassis';
import { DomainError, type changePassword, type RequestOf } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { type Account, AccountsRepository } from './accounts.repository.js';
import { PasswordHasher } from './password-hasher.js';
import { SessionRevoker } from './session-revoker.js';
import { ThrottleService } from './throttle.service.js';

/** Changes a person's own password and ends all sessions of the account. */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttle: ThrottleService,
    private readonly revoker: SessionRevoker,
  ) {}

  async change(
    change: RequestOf<typeof changePassword>,
    { subject, commandId }: Pick<MessageContext, 'subject' | 'commandId'>,
  ): Promise<void> {
    const { id } = requireRole({ subject }, 'practitioner');
    const account = await this.accounts.findById(id);
    if (!account) throw new DomainError('ACCESS_REQUIRED', { reason: 'ended' });
    if (account.lastCommandId !== commandId) await this.replace(account, change, commandId);
    await this.revoker.revokePending();
  }

  /** Replaces a generated password; returns `false` if another change came first. */
  async replaceGenerated(account: Account, newPassword: string): Promise<boolean> {
    const hash = await this.hasher.hashNew(newPassword, account.username);
    return this.accounts.replacePassword(account, hash, randomUUID());
  }

  private async replace(
    account: Account,
    { currentPassword, newPassword, ...typedAt }: RequestOf<typeof changePassword>,
    commandId: string,
  ): Promise<void> {
    const replace = async () => {
      if (!(await this.hasher.matches(account.password, currentPassword))) return undefined;
      const hash = await this.hasher.hashNew(newPassword, account.username);
      const stored = await this.accounts.replacePassword(account, hash, commandId);
      // No match: another change came first, so the given current password is outdated.
      return stored || undefined;
    };
    const changed = await this.throttle.attempt(account.usernameKey, typedAt, replace);
    if (!changed) throw new DomainError('WRONG_PASSWORD');
  }
}
