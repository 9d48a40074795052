import {
  accountEvents,
  DomainError,
  type openLink,
  type ReplyOf,
  type RequestOf,
  type setPasswordByLink,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { AccountsRepository } from '../users/accounts.repository.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { hashToken } from '../users/tokens.js';
import { accountEvent, openLinks, type PersonRecord } from '../users/user.record.js';

/** By the clocks of all replicas. */
const ENDED = new Date(0);

const findOpenLink = (person: PersonRecord | null, hash: string) => {
  const link = person && openLinks(person).find((one) => one.hash === hash);
  if (!link) throw new DomainError('LINK_ENDED');
  return { person, link };
};

/** Sets passwords by links: the first one of an invited person, or a forgotten one. */
@Injectable()
export class LinksService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionsService,
  ) {}

  async open(token: string): Promise<ReplyOf<typeof openLink>> {
    const hash = hashToken(token);
    const { person, link } = findOpenLink(await this.accounts.findByLink(hash), hash);
    const { username, role, password, lastLoginAt } = person;
    const expiresAt = link.expiresAt.toISOString();
    // The operators' command removes the password of an owner who has signed in before.
    const isInvitation = password === undefined && lastLoginAt === undefined;
    return { username, role, isInvitation, expiresAt };
  }

  /**
   * All links of the person end with that. A password that the policy rejects leaves the link as it is. A
   * redelivered command changes nothing.
   */
  async use(
    { token, password }: RequestOf<typeof setPasswordByLink>,
    commandId: string,
  ): Promise<void> {
    const hash = hashToken(token);
    const found = await this.accounts.findByLink(hash);
    const used = found?.link;
    if (used?.hash !== hash || used.usedBy !== commandId) {
      const { person } = findOpenLink(found, hash);
      const change = {
        password: await this.hasher.hashNew(password, person.username),
        link: { hash, expiresAt: ENDED, usedBy: commandId },
        mustChangePassword: undefined,
      };
      const event = accountEvent(accountEvents.passwordSet, person);
      // No match: the link was used or replaced, or the person changed, while the password was hashed.
      if (!(await this.accounts.changeAndEndSessions(person, change, event)))
        throw new DomainError('LINK_ENDED');
    }
    await this.sessions.revokePending();
  }
}
