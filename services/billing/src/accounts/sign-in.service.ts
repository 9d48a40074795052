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
import { toOrigin } from './device.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordHasher } from './password-hasher.js';
import { SecondStepService } from './second-step.service.js';
import { SessionStarter } from './session-starter.js';
import { ThrottleService } from './throttle.service.js';

type Attempt = RequestOf<typeof signIn>;

/** A session, or what the person must do first. */
type Outcome = SessionTokens | DomainError;

/**
 * Signs persons of the team in. Unknown names and wrong passwords get the same answer after the same
 * time.
 */
@Injectable()
export class SignInService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly passwords: PasswordChangeService,
    private readonly secondSteps: SecondStepService,
    private readonly sessions: SessionStarter,
    private readonly throttle: ThrottleService,
  ) {}

  async signIn(attempt: Attempt): Promise<ReplyOf<typeof signIn>> {
    const key = usernameKey(attempt.username);
    const outcome = await this.throttle.attempt(key, attempt, () => this.check(key, attempt));
    if (!outcome) throw new DomainError('INVALID_CREDENTIALS');
    if (outcome instanceof DomainError) throw outcome;
    return { ...outcome, browserToken: await this.throttle.rememberBrowser(key, attempt.browser) };
  }

  private async check(key: string, attempt: Attempt): Promise<Outcome | undefined> {
    const account = await this.accounts.findByKey(key);
    const right = await this.hasher.matches(account?.password, attempt.password);
    return account && right ? this.proceed(account, attempt) : undefined;
  }

  /** After the right password. */
  private async proceed(account: Account, attempt: Attempt): Promise<Outcome | undefined> {
    const current = await this.takeNewPassword(account, attempt);
    if (!current || current instanceof DomainError) return current;
    const secondStep = await this.secondSteps.ask(current, attempt.browser);
    if (secondStep) return secondStep;
    const origin = toOrigin(attempt.address, attempt.userAgent);
    const isOutdated = this.hasher.isOutdated(current.password);
    const rehashed = isOutdated ? await this.hasher.hash(attempt.password) : undefined;
    return this.sessions.start(current, origin, { rehashed });
  }

  /** Changes a password that must be changed. Returns the account as it is then. */
  private async takeNewPassword(
    account: Account,
    { password, newPassword }: Attempt,
  ): Promise<Account | DomainError | undefined> {
    if (!account.mustChangePassword) {
      if (newPassword === undefined) return account;
      const faults = [{ path: 'newPassword', code: 'NOT_ALLOWED' as const }];
      return new DomainError('VALIDATION_FAILED', { faults });
    }
    if (newPassword === undefined || newPassword === password)
      return new DomainError('PASSWORD_CHANGE_REQUIRED');
    const isChanged = await this.passwords.replaceGenerated(account, newPassword);
    return isChanged
      ? ((await this.accounts.findByKey(account.usernameKey)) ?? undefined)
      : undefined;
  }
}
