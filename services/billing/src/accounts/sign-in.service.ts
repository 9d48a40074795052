import { DomainError, type SessionTokens } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { AccountEvents } from './account-events.js';
import type { Account } from './accounts.mapper.js';
import { AccountsRepository } from './accounts.repository.js';
import { usernameKey } from './username.js';

/** Typed credentials and the client's address. */
export interface SignInTry {
  username: string;
  password: string;
  address: string;
}

/**
 * Signs administrators in. Unknown names and wrong passwords get the same
 * answer after the same time.
 */
@Injectable()
export class SignInService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly events: AccountEvents,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionsService,
    private readonly throttle: ThrottleService,
  ) {}

  async signIn({ username, password, address }: SignInTry): Promise<SessionTokens> {
    const key = usernameKey(username);
    const tokens = await this.throttle.attempt(key, address, () => this.check(key, password));
    if (!tokens) throw new DomainError('INVALID_CREDENTIALS');
    return tokens;
  }

  private async check(key: string, password: string): Promise<SessionTokens | undefined> {
    const account = await this.accounts.findByKey(key);
    const right = await this.hasher.matches(account?.passwordHash, password);
    if (account && right) return this.open(account, password);
    await this.noteFailure(account);
    return undefined;
  }

  private async open(account: Account, password: string): Promise<SessionTokens | undefined> {
    const isOutdated = this.hasher.isOutdated(account.passwordHash);
    const rehashed = isOutdated ? await this.hasher.hash(password) : undefined;
    const { tokens, sessionId } = await this.sessions.open(account);
    // Stored after the session starts: a concurrent password change either finds and ends the
    // session, or makes this write match no row.
    const entry = this.events.entry('signedIn', account);
    const stored = await this.accounts.noteSignIn(account, entry, rehashed);
    if (!stored) {
      await this.sessions.end({ accountId: account.accountId, sessionId });
      return undefined;
    }
    this.events.publishSoon();
    return tokens;
  }

  /** An unknown account gets a write that matches no row, so that the answer takes as long. */
  private async noteFailure(account: Account | undefined): Promise<void> {
    const noted = account ?? { accountId: this.accounts.newId(), username: '' };
    await this.accounts.append(noted.accountId, this.events.entry('signInFailed', noted));
    this.events.publishSoon();
  }
}
