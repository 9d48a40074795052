import {
  type completeSignIn,
  DomainError,
  type FactorProof,
  MAX_TOKEN_LENGTH,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { type Account, AccountsRepository } from './accounts.repository.js';
import { challengeKeys, ChallengesService } from './challenges.service.js';
import { toOrigin } from './device.js';
import { FactorsService } from './factors.service.js';
import { PasskeysService } from './passkeys.service.js';
import { SessionStarter } from './session-starter.js';
import { ThrottleService } from './throttle.service.js';
import { newToken } from './tokens.js';
import { hasFactor } from './user.record.js';

/** The second step of a sign-in, after the password. */
@Injectable()
export class SecondStepService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly challenges: ChallengesService,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly throttle: ThrottleService,
    private readonly sessions: SessionStarter,
  ) {}

  /** What is asked after the right password; `undefined` if nothing is. */
  async ask(account: Account, browser: string | undefined): Promise<DomainError | undefined> {
    const isNew = !hasFactor(account);
    if (isNew && !this.factors.isRequired(account)) return undefined;
    const challenge = newChallenge(account.username);
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

  async complete({
    challenge,
    proof,
    address,
    browser,
    userAgent,
  }: RequestOf<typeof completeSignIn>): Promise<ReplyOf<typeof completeSignIn>> {
    const key = challengeKeys.signIn(challenge);
    const asked = await this.challenges.try(key);
    if (!asked || asked.browser !== browser) throw ended();
    const account = await this.accounts.findById(asked.accountId);
    if (!account || account.credentialVersion !== asked.credentialVersion) throw ended();
    // Another sign-in with the password must not replace what the person has added meanwhile.
    if (asked.totp !== undefined && hasFactor(account)) throw ended();
    const passed = await this.throttle.attemptFactor(account, { address, browser }, () =>
      this.check(account, proof, asked),
    );
    if (!passed) throw new DomainError('WRONG_FACTOR');
    if (!(await this.challenges.end(key))) throw ended();
    const tokens = await this.sessions.start(account, toOrigin(address, userAgent));
    if (!tokens) throw ended();
    const browserToken = await this.throttle.rememberBrowser(account.usernameKey, browser);
    return { ...tokens, ...passed, browserToken };
  }

  private async check(
    account: Account,
    proof: FactorProof,
    { totp, passkey }: { totp?: string | undefined; passkey?: string | undefined },
  ): Promise<{ recoveryCodes?: string[] | undefined } | undefined> {
    if (totp === undefined)
      return (await this.factors.verify(account, proof, passkey)) ? {} : undefined;
    return 'code' in proof ? this.factors.addTotpOf(account, totp, proof.code) : undefined;
  }
}

/** See `signIn` of the contracts. */
const newChallenge = (username: string): string =>
  `${newToken()}.${username}`.slice(0, MAX_TOKEN_LENGTH).toWellFormed();

const ended = () => new DomainError('CHALLENGE_ENDED');
