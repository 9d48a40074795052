import { outboxEntry } from '@ctdb/chassis';
import {
  accountEvents,
  DomainError,
  type openLink,
  type ReplyOf,
  type RequestOf,
  type setPasswordByLink,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { PasswordHasher } from './password-hasher.js';
import { PeopleRepository } from './people.repository.js';
import { SessionRevoker } from './session-revoker.js';
import { hashToken } from './tokens.js';
import { openLinks } from './user.record.js';

/** By the clocks of all replicas. */
const ENDED = new Date(0);

/** Sets passwords by links: the first one of an invited person, or a forgotten one. All links end with that. */
@Injectable()
export class LinksService {
  constructor(
    private readonly people: PeopleRepository,
    private readonly hasher: PasswordHasher,
    private readonly revoker: SessionRevoker,
  ) {}

  async open(token: string): Promise<ReplyOf<typeof openLink>> {
    const { person, link } = await this.find(token);
    const { username, role, password, lastLoginAt } = person;
    const expiresAt = link.expiresAt.toISOString();
    // The operators' command removes the password of an owner who has signed in before.
    const isInvitation = password === undefined && lastLoginAt === undefined;
    return { username, role, isInvitation, expiresAt };
  }

  /** A password that the policy rejects leaves the link as it is. A redelivered command changes nothing. */
  async use(request: RequestOf<typeof setPasswordByLink>, commandId: string): Promise<void> {
    if (!(await this.people.isLinkUsed(hashToken(request.token), commandId)))
      await this.setPassword(request, commandId);
    await this.revoker.revokePending();
  }

  private async setPassword(
    { token, password }: RequestOf<typeof setPasswordByLink>,
    commandId: string,
  ): Promise<void> {
    const { person, link } = await this.find(token);
    const { _id, username } = person;
    const change = {
      password: await this.hasher.hashNew(password, username),
      link: { hash: link.hash, expiresAt: ENDED, usedBy: commandId },
      mustChangePassword: undefined,
    };
    const account = { accountId: _id.toHexString(), username };
    const event = outboxEntry(accountEvents.passwordSet, account);
    // No match: the link was used or replaced, or the person changed, while the password was hashed.
    if (!(await this.people.changeAndEndSessions(person, change, event)))
      throw new DomainError('LINK_ENDED');
  }

  private async find(token: string) {
    const hash = hashToken(token);
    const person = await this.people.findByLink(hash);
    const link = person && openLinks(person).find((one) => one.hash === hash);
    if (!link) throw new DomainError('LINK_ENDED');
    return { person, link };
  }
}
