import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { AccountsRepository } from '../users/accounts.repository.js';
import { SessionsService } from './sessions.service.js';

/**
 * Ends the sessions that began before the last change of password, role or state. The change stores
 * this work, so that the reconciler finishes it if Redis is unreachable or the process crashes.
 */
@Injectable()
export class SessionRevoker {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly logger: AppLogger,
  ) {}

  /** Ends pending sessions; failures stay pending. */
  async revokePending(): Promise<void> {
    try {
      for (const { accountId, before } of await this.accounts.findPendingRevocations()) {
        await this.sessions.endAll(accountId, { olderThan: before });
        await this.accounts.markSessionsRevoked(accountId, before);
      }
    } catch (error) {
      this.logger.warn('revoking outdated sessions failed, retrying', error);
    }
  }
}
