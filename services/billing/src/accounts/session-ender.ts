import { AppLogger } from '@ctdb/chassis';
import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountsRepository } from './accounts.repository.js';

const INTERVAL_MS = 10_000;

/**
 * Ends the sessions that began under an older password. The password change stores this work, so
 * that it happens even if Redis is unreachable or the process crashes.
 */
@Injectable()
export class SessionEnder implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    // Finishes the work of a crashed process.
    void this.endDue();
    this.timer = setInterval(() => void this.endDue(), INTERVAL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Ends pending sessions; failures stay pending. */
  async endDue(): Promise<void> {
    try {
      for (const { accountId, before } of await this.accounts.withSessionsToEnd()) {
        await this.sessions.endOlder(accountId, before);
        await this.accounts.sessionsEnded(accountId, before);
      }
    } catch (error) {
      this.logger.warn('sessions that a password change ends are still to be ended', error);
    }
  }
}
