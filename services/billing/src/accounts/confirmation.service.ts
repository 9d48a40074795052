import {
  type confirm,
  DomainError,
  type Person,
  type Proof,
  type ReplyOf,
  type RequestOf,
  type startConfirmation,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { type Account, AccountsRepository } from './accounts.repository.js';
import { challengeKeys, ChallengesService } from './challenges.service.js';
import { FactorsService } from './factors.service.js';
import { PasskeysService } from './passkeys.service.js';
import { PasswordHasher } from './password-hasher.js';
import { SessionsService } from './sessions.service.js';
import { ThrottleService, type TypedAt } from './throttle.service.js';
import { hasFactor } from './user.record.js';

/** Lets a signed-in person confirm who they are: by a second factor or, without one, the password. */
@Injectable()
export class ConfirmationService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly challenges: ChallengesService,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly hasher: PasswordHasher,
    private readonly throttle: ThrottleService,
    private readonly sessions: SessionsService,
  ) {}

  async start(person: Person): Promise<ReplyOf<typeof startConfirmation>> {
    const account = await this.find(person);
    if (!hasFactor(account)) return { kinds: ['password'] };
    const asked = await this.passkeys.askFor(account);
    const key = challengeKeys.confirmation(person.sessionId);
    const accountId = person.id;
    await this.challenges.ask(key, { accountId, passkey: asked.passkey?.challenge });
    return asked;
  }

  async confirm({ proof, ...typedAt }: RequestOf<typeof confirm>, person: Person): Promise<void> {
    const account = await this.find(person);
    const isRight = await ('password' in proof
      ? this.isPassword(account, proof.password, typedAt)
      : this.isFactor(account, proof, typedAt, person));
    if (!isRight) throw new DomainError('password' in proof ? 'WRONG_PASSWORD' : 'WRONG_FACTOR');
    await this.sessions.confirm({ accountId: person.id, sessionId: person.sessionId });
  }

  private async isPassword(account: Account, password: string, typedAt: TypedAt): Promise<boolean> {
    // A password alone must not do where there is a second factor.
    if (hasFactor(account)) throw new DomainError('WRONG_FACTOR');
    const matches = async () =>
      (await this.hasher.matches(account.password, password)) || undefined;
    return (await this.throttle.attempt(account.usernameKey, typedAt, matches)) ?? false;
  }

  private async isFactor(
    account: Account,
    proof: Exclude<Proof, { password: string }>,
    typedAt: TypedAt,
    { sessionId }: Person,
  ): Promise<boolean> {
    const key = challengeKeys.confirmation(sessionId);
    const byPasskey = 'passkey' in proof;
    const asked = byPasskey ? await this.challenges.try(key) : undefined;
    if (byPasskey && !asked) throw new DomainError('CHALLENGE_ENDED');
    const verify = async () =>
      (await this.factors.verify(account, proof, asked?.passkey)) || undefined;
    const isRight = await this.throttle.attemptFactor(account, typedAt, verify);
    if (isRight && byPasskey && !(await this.challenges.end(key)))
      throw new DomainError('CHALLENGE_ENDED');
    return isRight ?? false;
  }

  private async find({ id }: Person): Promise<Account> {
    const account = await this.accounts.findById(id);
    if (!account) throw new DomainError('ACCESS_REQUIRED', { reason: 'ended' });
    return account;
  }
}
