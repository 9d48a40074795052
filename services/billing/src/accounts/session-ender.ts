import { AppLogger } from '@ctdb/chassis';
import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountsRepository } from './accounts.repository.js';

const EVERY_MS = 10_000;

/**
 * Ends the sessions that a changed password leaves behind. The change itself notes that this is
 * due, so that it happens even if Redis is away or the process dies right then.
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
    // What a process that died has left.
    void this.endDue();
    this.timer = setInterval(() => void this.endDue(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Ends what is due; what cannot be ended now stays due. */
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
