import { AppLogger } from '@ctdb/chassis';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AccountsRepository } from './accounts.repository.js';
import { SessionsService } from './sessions.service.js';

const INTERVAL_MS = 10_000;

/**
 * Ends the sessions that began under an older password. The password change stores this work, so
 * that it happens even if Redis is unreachable or the process crashes.
 */
@Injectable()
export class SessionRevoker implements OnApplicationBootstrap {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    // Finishes the work of a crashed process.
    void this.revokePending();
  }

  /** Ends pending sessions; failures stay pending. */
  @Interval(INTERVAL_MS)
  async revokePending(): Promise<void> {
    try {
      for (const { accountId, before } of await this.accounts.findPendingRevocations()) {
        await this.sessions.endOlder(accountId, before);
        await this.accounts.markSessionsRevoked(accountId, before);
      }
    } catch (error) {
      this.logger.warn('revoking sessions after a password change failed, retrying', error);
    }
  }
}
