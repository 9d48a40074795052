import type { MessageContext } from '@ctdb/chassis';
import { formatMailTime, type MailRecord, Mails } from '@ctdb/chassis/mail';
import {
  accountEvents,
  DomainError,
  type Locale,
  type Replies,
  type Requests,
} from '@ctdb/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccountsRepository } from '../users/accounts.repository.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ThrottleService } from '../passwords/throttle.service.js';
import { hashToken, newLink } from '../users/tokens.js';
import { accountEvent, openLinks, type PersonRecord } from '../users/user.record.js';

/** By the clocks of all replicas. */
const ENDED = new Date(0);

const findOpenLink = (person: PersonRecord | null, hash: string) => {
  const link = person && openLinks(person).find((one) => one.hash === hash);
  if (!link) throw new DomainError('LINK_ENDED');
  return { person, link };
};

/**
 * Sets passwords by links: the first one of an invited person, or a forgotten one; and mails them, in the
 * language of the person. Who asks for one only stores a request; whom it is from is found out later, so that
 * neither the answer nor its time tells who exists.
 */
@Injectable()
export class LinksService implements OnModuleInit {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionsService,
    private readonly mails: Mails,
    private readonly throttle: ThrottleService,
  ) {}

  onModuleInit(): void {
    this.mails.prepareWith('passwordLink', (mail) => this.prepare(mail));
  }

  async open(token: string): Promise<Replies['openLink']> {
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
  async use({ token, password }: Requests['setPasswordByLink'], commandId: string) {
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

  /**
   * Sends a link as it was made. Throws `NO_ADDRESS`, `MAIL_NOT_CONFIGURED`.
   * @param fallback the language where the person's is unknown
   */
  async send(
    { username, contactEmail, password, locale: own }: PersonRecord,
    { token, expiresAt }: { token: string; expiresAt: Date },
    fallback: Locale,
  ): Promise<void> {
    if (contactEmail === undefined) throw new DomainError('NO_ADDRESS');
    this.requireMail();
    const locale = own ?? fallback;
    await this.mails.add({
      _id: `link-${hashToken(token)}`,
      kind: password === undefined ? 'invitation' : 'passwordLink',
      to: contactEmail,
      locale,
      values: { username, until: formatMailTime(expiresAt, locale) },
      path: `/invite#${token}`,
    });
  }

  /** Takes the request of a person who typed this name or e-mail address. Throws `MAIL_NOT_CONFIGURED`. */
  async request(account: string, { commandId, locale }: MessageContext): Promise<void> {
    this.requireMail();
    const _id = `forgotten-${commandId}`;
    await this.mails.add({ _id, kind: 'passwordLink', locale, values: { account } });
  }

  /** Removes the mails to a person that wait or were given up, and requests for them. */
  async forget({ username, usernameKey, contactEmail }: PersonRecord): Promise<void> {
    const typed = [username, usernameKey, contactEmail ?? username];
    await this.mails.removeUnsent(['invitation', 'passwordLink'], {
      $or: [{ 'values.username': username }, { 'values.account': { $in: typed } }],
    });
  }

  /** Turns a request into a mail to each person whom it fits. */
  private async prepare({ values = {}, path, locale }: MailRecord) {
    const { account } = values;
    if (account === undefined) return { values, path };
    for (const person of await this.accounts.findReachable(account)) {
      if (!(await this.throttle.countLink(person._id.toHexString()))) continue;
      const { token, link } = newLink();
      const isStored = await this.accounts.addRequestedLink(person, link);
      if (isStored) await this.send(person, { token, expiresAt: link.expiresAt }, locale);
    }
    return null;
  }

  private requireMail(): void {
    if (!this.mails.isOn) throw new DomainError('MAIL_NOT_CONFIGURED');
  }
}
