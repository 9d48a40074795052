import { randomInt } from 'node:crypto';
import type { MessageContext } from '@ctdb/chassis';
import { formatMailTime, Mails, type MailRecord } from '@ctdb/chassis/mail';
import {
  ACCESS_LINK_HOURS,
  ADDRESS_CODE_MINUTES,
  DomainError,
  formatIndianDay,
  type Locale,
  type MailKind,
  mailKinds,
} from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ThrottleService } from '../accounts/passwords/throttle.service.js';
import { hashToken, newToken } from '../accounts/users/tokens.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import type { PracticeRecord } from '../practices/practice.record.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { RedisClock } from '../redis-clock.js';
import { AccessLinksRepository } from './access-links.repository.js';

const DIGITS_MS = ADDRESS_CODE_MINUTES * 60_000;
const LINK_MS = ACCESS_LINK_HOURS * 3_600_000;
/** Mails that an erasure does not remove: those to persons of the team, and the one that says it. */
const KEPT_MAILS: readonly MailKind[] = ['invitation', 'passwordLink', 'dataErased'];
const BUYER_MAILS = mailKinds.filter((kind) => !KEPT_MAILS.includes(kind));

/** A mail without its receiver. */
type Announcement = Omit<Parameters<Mails['add']>[0], 'to'>;

/**
 * What six digits are for. `add`: to confirm a new address of a practice; `change`: to change its access, by
 * an address that is confirmed; `join`: to join two practices by a link.
 */
type Digits = { purpose: 'add' | 'change' | 'join'; owner: string };

const toId = ({ purpose, owner }: Digits): string => `${purpose} ${owner}`;

/** The digits of a practice: after a move there are none. */
export const digitsOf = ({ _id, movedAt }: PracticeRecord, purpose: 'add' | 'change'): Digits => ({
  purpose,
  owner: `${_id.toHexString()} ${movedAt?.getTime() ?? ''}`,
});

/** Digits as they are stored: bound to what they are for, and to the address. */
const hashDigits = (id: string, email: string, digits: string): string =>
  hashToken(`${id}\n${email}\n${digits.replaceAll(/\s/g, '')}`);

/** The purchase that a mail about a practice names. */
const describe = (purchase: PurchaseRecord | undefined, locale: Locale) => ({
  item: purchase ? texts[locale].documents[purchase.item] : '',
  paidAt: purchase?.paidAt ? formatIndianDay(purchase.paidAt, locale) : '',
});

/** Mails to buyers: links to lost access, six digits, and what all confirmed addresses have to know. */
@Injectable()
export class PracticeMails implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly links: AccessLinksRepository,
    private readonly practices: PracticesRepository,
    private readonly grants: GrantsRepository,
    private readonly throttle: ThrottleService,
    private readonly clock: RedisClock,
  ) {}

  onModuleInit(): void {
    this.mails.prepareWith('lostAccess', (mail) => this.prepareLink(mail));
    for (const kind of ['addressCode', 'joinCode'] as const)
      this.mails.prepareWith(kind, (mail) => this.prepareDigits(mail));
  }

  /** Counts what a practice asks for. Throws `MAIL_NOT_CONFIGURED`, `TOO_MANY_TRIES`. */
  async count({ _id }: PracticeRecord): Promise<void> {
    if (!this.mails.isOn) throw new DomainError('MAIL_NOT_CONFIGURED');
    await this.throttle.countPracticeMail(_id.toHexString());
  }

  /** Mails a link to the practices of a confirmed address; another one gets nothing. */
  async sendLink(to: string, { commandId, locale }: MessageContext): Promise<void> {
    if (!this.mails.isOn) throw new DomainError('MAIL_NOT_CONFIGURED');
    const practices = await this.practices.findByAddress(to);
    if (practices.length === 0 || !(await this.throttle.countLink(to))) return;
    const _id = `lost-access-${commandId}`;
    await this.mails.add({ _id, kind: 'lostAccess', to, locale, values: {} });
  }

  /** Mails six digits. An address that got too many gets no more, and the answer is the same. */
  async sendDigits(
    digits: Digits,
    to: string,
    { commandId, locale }: MessageContext,
    practice?: PracticeRecord,
  ): Promise<void> {
    if (!(await this.throttle.countAddressMail(to))) return;
    const named = practice && (await this.grants.findLastPaid(practice._id));
    await this.mails.add({
      _id: `${digits.purpose}-code-${commandId}`,
      kind: digits.purpose === 'join' ? 'joinCode' : 'addressCode',
      to,
      locale,
      values: { ...describe(named, locale), digits: toId(digits) },
    });
  }

  /** The address that got the digits. Throws `WRONG_ADDRESS_CODE`, `TOO_MANY_TRIES`. */
  async checkDigits(digits: Digits, { _id }: PracticeRecord, typed = ''): Promise<string> {
    const [id, practice] = [toId(digits), _id.toHexString()];
    await this.throttle.assertDigitsAllowed(practice);
    const found = await this.links.countAttempt(id, new Date(await this.clock.now()));
    if (found?.digitsHash === hashDigits(id, found?.email ?? '', typed)) return found.email;
    await this.throttle.countWrongDigits(practice);
    throw new DomainError('WRONG_ADDRESS_CODE');
  }

  /** Digits are for one change. */
  async endDigits(...digits: Digits[]): Promise<void> {
    await this.links.endDigits(digits.map(toId));
  }

  /** All confirmed addresses get a mail about a change of access codes or addresses. It ends all digits. */
  async announceChange(practice: PracticeRecord): Promise<void> {
    await this.endDigits(digitsOf(practice, 'add'), digitsOf(practice, 'change'));
    await this.announce('addressesChanged', practice);
  }

  /** All confirmed addresses get a mail; about an erasure once for each of its times. */
  async announce(
    kind: 'addressesChanged' | 'codeIssued' | 'erasurePlanned' | 'dataErased',
    { _id, addresses = [] }: PracticeRecord,
    about: { purchase?: PurchaseRecord; eraseAt?: Date; backupsUntil?: Date } = {},
  ): Promise<void> {
    const { purchase, eraseAt, backupsUntil } = about;
    const named = purchase ?? (await this.grants.findLastPaid(_id));
    const locale = named?.locale ?? 'en';
    const values = {
      ...describe(named, locale),
      ...(eraseAt && { eraseAt: formatIndianDay(eraseAt, locale) }),
      ...(backupsUntil && { backupsUntil: formatIndianDay(backupsUntil, locale) }),
    };
    const cause = `${kind}-${_id.toHexString()}-${eraseAt?.getTime() ?? (await this.clock.now())}`;
    for (const [index, { email: to }] of addresses.entries())
      await this.mails.add({ _id: `${cause}-${index}`, to, kind, locale, values, path: '/access' });
  }

  /** The confirmed addresses of a purchase's practice get a mail. */
  async notify({ practice }: PurchaseRecord, mail: Announcement): Promise<void> {
    const { addresses = [] } = (await this.practices.findById(practice)) ?? {};
    for (const [index, { email: to }] of addresses.entries())
      await this.mails.add({ ...mail, _id: `${mail._id}${index || ''}`, to });
  }

  /** Ends what was mailed to the address of a buyer, and removes what is not sent yet. */
  async forget(email: string): Promise<void> {
    await this.links.forget(email);
    await this.mails.removeUnsent(BUYER_MAILS, { to: email });
  }

  /** A new link for each try: of the token only its hash is stored. */
  private async prepareLink({ to: email = '', locale }: MailRecord) {
    // The address may have been removed since.
    if ((await this.practices.findByAddress(email)).length === 0) return null;
    const token = newToken();
    const expiresAt = new Date((await this.clock.now()) + LINK_MS);
    await this.links.store({ _id: hashToken(token), email, expiresAt });
    return { values: { until: formatMailTime(expiresAt, locale) }, path: `/restore#link=${token}` };
  }

  /** New digits for each try to send them: only their hash is stored. */
  private async prepareDigits({ to: email = '', values = {} }: MailRecord) {
    const { digits: id = '', ...shown } = values;
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const expiresAt = new Date((await this.clock.now()) + DIGITS_MS);
    const digitsHash = hashDigits(id, email, code);
    await this.links.store({ _id: id, email, digitsHash, digitsAttempts: 0, expiresAt });
    return { values: { ...shown, code } };
  }
}
