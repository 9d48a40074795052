import { accountEvents, DomainError, usernameKey } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { AccountsRepository } from '../users/accounts.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { newLink } from '../users/tokens.js';
import { accountEvent, withoutFactors } from '../users/user.record.js';

/** Lets an owner in again who cannot sign in, or makes another person the owner. */
@Injectable()
export class OwnerReset {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Makes the person `username`, else the owner who has been there longest, an owner who is not
   * disabled, removes the password and the second factors, ends the sessions, and returns a new link to
   * set a password.
   */
  async run(username?: string): Promise<{ username: string; token: string; expiresAt: Date }> {
    const person = await (username === undefined
      ? this.accounts.findFirstOwner()
      : this.accounts.findPersonByKey(usernameKey(username)));
    if (!person) throw new DomainError('NOT_FOUND', { kind: 'person' });
    const { token, link } = newLink();
    const event = accountEvent(accountEvents.ownerReset, person);
    const change = {
      role: 'owner',
      disabledAt: undefined,
      password: undefined,
      disabledPassword: undefined,
      link,
      ...withoutFactors,
    } as const;
    if (!(await this.accounts.changeAndEndSessions(person, change, event)))
      throw new Error('the person was changed at the same moment; try again');
    await this.sessions.revokePending();
    return { username: person.username, token, expiresAt: link.expiresAt };
  }
}
