import type { MessageContext } from '@ctdb/chassis';
import { formatMailTime, type MailRecord, Mails } from '@ctdb/chassis/mail';
import { DomainError, type Locale } from '@ctdb/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccountsRepository } from '../users/accounts.repository.js';
import { ThrottleService } from '../passwords/throttle.service.js';
import { hashToken, newLink } from '../users/tokens.js';
import type { PersonRecord, ReachablePerson } from '../users/user.record.js';

/**
 * Sends links by mail, in the language of the person. Who asks for one only stores a request; whom it is
 * from is found out later, so that neither the answer nor its time tells who exists.
 */
@Injectable()
export class LinkMails implements OnModuleInit {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly mails: Mails,
    private readonly throttle: ThrottleService,
  ) {}

  onModuleInit(): void {
    this.mails.prepareWith('passwordLink', (mail) => this.prepare(mail));
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
  async request(
    account: string,
    { commandId, locale }: Pick<MessageContext, 'commandId' | 'locale'>,
  ): Promise<void> {
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
    for (const person of await this.accounts.findReachable(account))
      await this.sendRequested(person, locale);
    return null;
  }

  private async sendRequested(person: ReachablePerson, fallback: Locale): Promise<void> {
    if (!(await this.throttle.countLink(person._id.toHexString()))) return;
    const { token, link } = newLink();
    const isStored = await this.accounts.addRequestedLink(person, link);
    if (isStored) await this.send(person, { token, expiresAt: link.expiresAt }, fallback);
  }

  private requireMail(): void {
    if (!this.mails.isOn) throw new DomainError('MAIL_NOT_CONFIGURED');
  }
}
