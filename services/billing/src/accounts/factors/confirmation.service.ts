import {
  type confirm,
  DomainError,
  type Person,
  type ReplyOf,
  type RequestOf,
  type startConfirmation,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { AccountsRepository } from '../users/accounts.repository.js';
import { challengeKeys, ChallengesService } from './challenges.service.js';
import { FactorsService } from './factors.service.js';
import { PasskeysService } from './passkeys.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ThrottleService } from '../passwords/throttle.service.js';
import { hasFactor } from '../users/user.record.js';

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
    const account = await this.accounts.getAccount(person);
    if (!hasFactor(account)) return { kinds: ['password'] };
    const asked = await this.passkeys.askFor(account);
    const key = challengeKeys.confirmation(person.sessionId);
    await this.challenges.ask(key, { accountId: person.id, passkey: asked.passkey?.challenge });
    return asked;
  }

  async confirm(
    { proof, ...typedAt }: RequestOf<typeof confirm>,
    { id, sessionId }: Person,
  ): Promise<void> {
    const account = await this.accounts.getAccount({ id });
    if ('password' in proof) {
      // A password alone must not do where there is a second factor.
      if (hasFactor(account)) throw new DomainError('WRONG_FACTOR');
      const isRight = await this.throttle.attempt(account.usernameKey, typedAt, async () => {
        return (await this.hasher.matches(account.password, proof.password)) || undefined;
      });
      if (!isRight) throw new DomainError('WRONG_PASSWORD');
    } else {
      const key = challengeKeys.confirmation(sessionId);
      const asked = 'passkey' in proof ? await this.challenges.try(key) : undefined;
      const isRight = await this.throttle.attemptFactor(account, typedAt, async () => {
        return (await this.factors.verify(account, proof, asked?.passkey)) || undefined;
      });
      if (!isRight) throw new DomainError('WRONG_FACTOR');
      if (asked) await this.challenges.end(key);
    }
    await this.sessions.confirm({ accountId: id, sessionId });
  }
}
