import { randomUUID } from 'node:crypto';
import { AppLogger, type MessageContext, requireRole } from '@ctdb/chassis';
import {
  accountEvents,
  DomainError,
  type EventContract,
  MAX_TOKEN_LENGTH,
  type OwnSession,
  type Person,
  type Replies,
  type Requests,
  type SessionTokens,
  usernameKey,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { AccountsRepository } from './users/accounts.repository.js';
import { challengeEnded, challengeKeys, ChallengesService } from './factors/challenges.service.js';
import { FactorsService } from './factors/factors.service.js';
import { PasskeysService } from './factors/passkeys.service.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { SessionsService, toOrigin } from './sessions/sessions.service.js';
import { ThrottleService } from './passwords/throttle.service.js';
import { newToken } from './users/tokens.js';
import { type Account, hasFactor } from './users/user.record.js';

type Attempt = Requests['signIn'];

/** A session, or the error that says what the person must do first. */
type Outcome = SessionTokens | DomainError;

/** See `signIn` of the contracts. */
const newChallenge = (username: string): string =>
  `${newToken()}.${username}`.slice(0, MAX_TOKEN_LENGTH).toWellFormed();

const sessionEnded = () => new DomainError('ACCESS_REQUIRED', { reason: 'ended' });

/**
 * Signs persons of the team in; renews, lists and ends their sessions, and changes their own passwords. Unknown
 * names and wrong passwords get the same answer after the same time.
 */
@Injectable()
export class SignInService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly challenges: ChallengesService,
    private readonly factors: FactorsService,
    private readonly hasher: PasswordHasher,
    private readonly passkeys: PasskeysService,
    private readonly sessions: SessionsService,
    private readonly throttle: ThrottleService,
    private readonly logger: AppLogger,
  ) {}

  async signIn(attempt: Attempt): Promise<Replies['signIn']> {
    const key = usernameKey(attempt.username);
    const outcome = await this.throttle.attempt(key, attempt, async () => {
      const account = await this.accounts.findAccountByKey(key);
      const isRight = await this.hasher.matches(account?.password, attempt.password);
      return account && isRight ? this.proceed(account, attempt) : undefined;
    });
    if (!outcome) throw new DomainError('INVALID_CREDENTIALS');
    if (outcome instanceof DomainError) throw outcome;
    return { ...outcome, browserToken: await this.throttle.rememberBrowser(key, attempt.browser) };
  }

  /** The second step of a sign-in, after the password. */
  async complete(request: Requests['completeSignIn']) {
    const { proof, browser } = request;
    const key = challengeKeys.signIn(request.challenge);
    const asked = await this.challenges.try(key);
    if (asked.browser !== browser) throw challengeEnded();
    const account = await this.accounts.findAccount(asked.accountId);
    if (!account || account.credentialVersion !== asked.credentialVersion) throw challengeEnded();
    const { passkey, totp } = asked;
    // Another sign-in with the password must not replace what the person has added meanwhile.
    if (totp !== undefined && hasFactor(account)) throw challengeEnded();
    const passed = await this.throttle.attemptFactor(account, request, async () => {
      if (totp === undefined)
        return (await this.factors.verify(account, proof, passkey)) ? {} : undefined;
      return 'code' in proof ? this.factors.addTotpOf(account, totp, proof.code) : undefined;
    });
    if (!passed) throw new DomainError('WRONG_FACTOR');
    await this.challenges.end(key);
    const tokens = await this.startSession(account, request);
    if (!tokens) throw challengeEnded();
    const browserToken = await this.throttle.rememberBrowser(account.usernameKey, browser);
    return { ...tokens, ...passed, browserToken };
  }

  /** Changes the password and ends all sessions of the account. */
  async changePassword(request: Requests['changePassword'], context: MessageContext) {
    const account = await this.accounts.getAccount(requireRole(context, 'practitioner'));
    if (account.lastCommandId !== context.commandId) {
      const { currentPassword, newPassword } = request;
      const isChanged = await this.throttle.attempt(account.usernameKey, request, async () => {
        if (!(await this.hasher.matches(account.password, currentPassword))) return undefined;
        const hash = await this.hasher.hashNew(newPassword, account.username);
        const isStored = await this.accounts.replacePassword(account, hash, context.commandId);
        // No match: another change came first, so the given current password is outdated.
        return isStored || undefined;
      });
      if (!isChanged) throw new DomainError('WRONG_PASSWORD');
    }
    await this.sessions.revokePending();
  }

  async refresh(refreshToken: string): Promise<SessionTokens> {
    const pointer = await this.sessions.find(refreshToken);
    if (!pointer) throw sessionEnded();
    const { accountId, sessionId } = pointer;
    // Read first: after the token is spent, a retry cannot repair a failure.
    const account = await this.accounts.getAccount({ id: accountId });
    // A factor may be required since the session began.
    if (this.factors.isRequired(account) && !hasFactor(account)) throw sessionEnded();
    const refreshed = await this.sessions.rotate(pointer, account);
    if (refreshed === 'reused') {
      const event = 'refresh-reused';
      const message = 'refresh token reuse detected, session revoked';
      this.logger.warn(message, { event, accountId, sessionId });
      await this.tryRecord(accountId, accountEvents.refreshReused);
    }
    if (typeof refreshed === 'string') throw sessionEnded();
    return refreshed;
  }

  async signOut(token?: string, refreshToken?: string): Promise<void> {
    for (const { accountId } of await this.sessions.endByTokens(token, refreshToken))
      await this.tryRecord(accountId, accountEvents.signedOut);
  }

  async list({ id, sessionId }: Person): Promise<OwnSession[]> {
    const sessions = await this.sessions.list(id);
    return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
  }

  async end(sessionId: string, { id: accountId }: Person): Promise<void> {
    const isOwn = (await this.sessions.list(accountId)).some(({ id }) => id === sessionId);
    if (!isOwn) throw new DomainError('NOT_FOUND', { kind: 'session' });
    await this.sessions.end({ accountId, sessionId });
    await this.record(accountId, accountEvents.signedOut);
  }

  async endAll({ id }: Person): Promise<void> {
    await this.sessions.endAll(id);
    await this.record(id, accountEvents.sessionsEnded);
  }

  /** After the right password. */
  private async proceed(account: Account, attempt: Attempt): Promise<Outcome | undefined> {
    const current = await this.replaceGenerated(account, attempt);
    if (!current || current instanceof DomainError) return current ?? undefined;
    if (hasFactor(current) || this.factors.isRequired(current))
      return this.askForFactor(current, attempt);
    const isOutdated = await this.hasher.isOutdated(current.password, attempt.password);
    const rehashed = isOutdated ? await this.hasher.hash(attempt.password) : undefined;
    return this.startSession(current, attempt, { rehashed });
  }

  /** Changes a password that must be changed. Returns the account as it is then. */
  private async replaceGenerated(account: Account, { password, newPassword }: Attempt) {
    if (!account.mustChangePassword) {
      if (newPassword === undefined) return account;
      const faults = [{ path: 'newPassword', code: 'NOT_ALLOWED' as const }];
      return new DomainError('VALIDATION_FAILED', { faults });
    }
    if (newPassword === undefined || newPassword === password)
      return new DomainError('PASSWORD_CHANGE_REQUIRED');
    const hash = await this.hasher.hashNew(newPassword, account.username);
    const isChanged = await this.accounts.replacePassword(account, hash, randomUUID());
    return isChanged ? this.accounts.findAccountByKey(account.usernameKey) : null;
  }

  /** Asks for a second factor, or for an authenticator app that is to be the first one. */
  private async askForFactor(account: Account, { browser }: Attempt): Promise<DomainError> {
    const challenge = newChallenge(account.username);
    const isNew = !hasFactor(account);
    const setup = isNew ? this.factors.newTotp(account) : undefined;
    const asked = isNew ? undefined : await this.passkeys.askFor(account);
    await this.challenges.ask(challengeKeys.signIn(challenge), {
      accountId: account._id.toHexString(),
      credentialVersion: account.credentialVersion,
      browser,
      passkey: asked?.passkey?.challenge,
      totp: setup?.secret,
    });
    return new DomainError('SECOND_FACTOR_REQUIRED', {
      challenge,
      kinds: asked?.kinds ?? [],
      ...(asked?.passkey && { passkey: asked.passkey }),
      ...(setup && { setup }),
    });
  }

  /**
   * Starts the session of a person who has passed every step of the sign-in. Returns `undefined` if the
   * password was changed since it was checked.
   */
  private async startSession(
    account: Account,
    { address, userAgent }: Pick<Attempt, 'address' | 'userAgent'>,
    byPassword?: { rehashed: string | undefined },
  ): Promise<SessionTokens | undefined> {
    const { tokens, session } = await this.sessions.start(account, toOrigin(address, userAgent));
    // Stored after the session starts: a concurrent change of password, or first factor, either finds
    // and ends the session, or makes this write match no row.
    if (await this.accounts.recordSignIn(account, byPassword)) return tokens;
    await this.sessions.end(session);
    return undefined;
  }

  private async record(accountId: string, event: EventContract): Promise<void> {
    const person = await this.accounts.findPerson(accountId);
    if (person) await this.accounts.recordEvent(person, event);
  }

  /** The session has ended already, so a failed audit entry does not change the answer. */
  private async tryRecord(accountId: string, event: EventContract): Promise<void> {
    try {
      await this.record(accountId, event);
    } catch (error) {
      this.logger.error('storing an audit event failed', error, { type: event.name, accountId });
    }
  }
}
