import {
  DomainError,
  type ReplyOf,
  type RequestOf,
  type SessionTokens,
  type signIn,
  usernameKey,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { type Account, AccountsRepository } from './accounts.repository.js';
import { type SessionOrigin, toOrigin } from './device.js';
import { PasswordHasher } from './password-hasher.js';
import { SessionsService } from './sessions.service.js';
import { ThrottleService } from './throttle.service.js';

/**
 * Signs persons of the team in. Unknown names and wrong passwords get the same answer after the same
 * time.
 */
@Injectable()
export class SignInService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionsService,
    private readonly throttle: ThrottleService,
  ) {}

  async signIn({
    username,
    password,
    address,
    browser,
    userAgent,
  }: RequestOf<typeof signIn>): Promise<ReplyOf<typeof signIn>> {
    const key = usernameKey(username);
    const origin = toOrigin(address, userAgent);
    const check = () => this.check(key, password, origin);
    const tokens = await this.throttle.attempt(key, address, check, browser);
    if (!tokens) throw new DomainError('INVALID_CREDENTIALS');
    return { ...tokens, browserToken: await this.throttle.rememberBrowser(key, browser) };
  }

  private async check(
    key: string,
    password: string,
    origin: SessionOrigin,
  ): Promise<SessionTokens | undefined> {
    const account = await this.accounts.findByKey(key);
    const right = await this.hasher.matches(account?.password, password);
    if (account && right) return this.startSession(account, password, origin);
    await this.accounts.recordEvent(account, 'signInFailed');
    return undefined;
  }

  private async startSession(
    account: Account,
    password: string,
    origin: SessionOrigin,
  ): Promise<SessionTokens | undefined> {
    const isOutdated = this.hasher.isOutdated(account.password);
    const rehashed = isOutdated ? await this.hasher.hash(password) : undefined;
    const { tokens, session } = await this.sessions.start(account, origin);
    // Stored after the session starts: a concurrent password change either finds and ends the
    // session, or makes this write match no row.
    if (!(await this.accounts.recordSignIn(account, rehashed))) {
      await this.sessions.end(session);
      return undefined;
    }
    return tokens;
  }
}
