import type { SessionTokens } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { type Account, AccountsRepository } from './accounts.repository.js';
import type { SessionOrigin } from './device.js';
import { SessionsService } from './sessions.service.js';

/** Starts the session of a person who has passed every step of the sign-in. */
@Injectable()
export class SessionStarter {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Returns `undefined` if the password was changed since it was checked.
   * @param byPassword of a sign-in by the password alone, which a factor added since prevents;
   *   `rehashed` is a new hash of the same password, where the parameters changed
   */
  async start(
    account: Account,
    origin: SessionOrigin,
    byPassword?: { rehashed: string | undefined },
  ): Promise<SessionTokens | undefined> {
    const { tokens, session } = await this.sessions.start(account, origin);
    // Stored after the session starts: a concurrent change of password, or first factor, either finds
    // and ends the session, or makes this write match no row.
    if (await this.accounts.recordSignIn(account, byPassword)) return tokens;
    await this.sessions.end(session);
    return undefined;
  }
}
