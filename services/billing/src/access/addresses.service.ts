import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { type MessageContext, outboxEntry, toObjectId } from '@ctdb/chassis';
import { Mails, type MailRecord } from '@ctdb/chassis/mail';
import {
  ADDRESS_CODE_MINUTES,
  type AddressState,
  type changeAccess,
  DomainError,
  formatIndianDay,
  type Locale,
  MAX_PRACTICE_ADDRESSES,
  practiceEvents,
  type RequestOf,
} from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ThrottleService } from '../accounts/throttle.service.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import { normalizeEmail } from '../passes/subscription.js';
import type { DigitsPurpose, PracticeRecord } from '../practices/practice.record.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import { InstallationRepository } from '../purchases/installation.repository.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { maskEmail } from '../receipts/receipt-content.js';
import { RedisClock } from '../redis-clock.js';
import { AccessCodesService } from './access-codes.service.js';
import { PracticesService } from './practices.service.js';

/** So long after a move the new browser cannot confirm the first address. */
const FIRST_ADDRESS_DELAY_MS = 72 * 3_600_000;
const DIGITS_MS = ADDRESS_CODE_MINUTES * 60_000;

type Context = Pick<MessageContext, 'commandId' | 'locale'>;

/** Six digits as they are stored: bound to what they are for. */
export const hashDigits = (owner: string, email: string, digits: string): string =>
  createHash('sha256')
    .update(`${owner}\n${email}\n${digits.replaceAll(/\s/g, '')}`, 'utf8')
    .digest('hex');

/** Six random digits. */
export const newDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Compares hashes in constant time. */
export const isSameHash = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The confirmed addresses, masked; equal masks are numbered. */
const toMasks = ({ addresses = [] }: PracticeRecord): string[] => {
  const masks = addresses.map(({ email }) => maskEmail(email));
  return new Set(masks).size === masks.length
    ? masks
    : masks.map((mask, at) => `${mask} (${at + 1})`);
};

/** The confirmed address with a mask. Throws `NOT_FOUND`. */
const findMasked = (practice: PracticeRecord, mask = '') => {
  const found = practice.addresses?.[toMasks(practice).indexOf(mask)];
  if (!found) throw new DomainError('NOT_FOUND', { kind: 'order' });
  return found;
};

/** Addresses of practices: an address proves nothing until six digits that it got are typed. */
@Injectable()
export class AddressesService implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly practices: PracticesService,
    private readonly repository: PracticesRepository,
    private readonly grants: GrantsRepository,
    private readonly codes: AccessCodesService,
    private readonly installation: InstallationRepository,
    private readonly throttle: ThrottleService,
    private readonly clock: RedisClock,
  ) {}

  onModuleInit(): void {
    this.mails.prepareWith('addressCode', (mail) => this.prepare(mail));
  }

  async get(browser: string): Promise<AddressState> {
    const practice = await this.practices.find(browser);
    return practice ? this.toState(practice) : { addresses: [] };
  }

  /** Throws `NOT_FOUND`, `MAIL_NOT_CONFIGURED`, `ADDRESSES_FULL`, `ADDRESS_TOO_EARLY`, `TOO_MANY_TRIES`. */
  async sendCode(browser: string, typedEmail: string, context: Context): Promise<void> {
    const practice = await this.practices.get(browser);
    const { addresses = [] } = practice;
    if (addresses.length >= MAX_PRACTICE_ADDRESSES) throw new DomainError('ADDRESSES_FULL');
    await this.requireNotEarly(practice);
    await this.countMail(practice);
    await this.mail(practice, 'add', normalizeEmail(typedEmail), context);
    const [known] = addresses;
    if (known) await this.mail(practice, 'change', known.email, context);
  }

  /** Confirms the address that got the digits. Throws `WRONG_ADDRESS_CODE`, `TOO_MANY_TRIES`. */
  async confirm(
    browser: string,
    code: string,
    knownCode: string | undefined,
  ): Promise<AddressState> {
    const practice = await this.practices.get(browser);
    const email = await this.check(practice, 'add', code);
    if (practice.addresses?.length) await this.check(practice, 'change', knownCode);
    const added = await this.repository.addAddress(
      practice,
      email,
      new Date(await this.clock.now()),
      await this.eventOf('addressConfirmed', practice, email),
    );
    if (!added) throw new DomainError('ADDRESSES_FULL');
    await this.announce(added);
    return this.toState(added);
  }

  /**
   * Mails the digits that a change needs to the chosen address, else to the first one; nothing where none
   * is confirmed. Throws `NOT_FOUND`, `MAIL_NOT_CONFIGURED`, `TOO_MANY_TRIES`.
   */
  async sendChangeCode(
    browser: string,
    address: string | undefined,
    context: Context,
  ): Promise<void> {
    const practice = await this.practices.get(browser);
    if (!practice.addresses?.length) return;
    const { email } = findMasked(practice, address ?? toMasks(practice)[0]);
    await this.countMail(practice);
    await this.mail(practice, 'change', email, context);
  }

  /**
   * Makes new access codes, or removes an address. Throws `NOT_FOUND`, `WRONG_ADDRESS_CODE`, and
   * `ADDRESS_TOO_EARLY` within 72 hours after a move if no address is confirmed.
   */
  async change({
    browser,
    kind,
    address,
    code,
  }: RequestOf<typeof changeAccess>): Promise<AddressState> {
    const practice = await this.practices.get(browser);
    await this.requireNotEarly(practice);
    if (practice.addresses?.length) await this.check(practice, 'change', code);
    if (kind === 'newCodes') {
      await this.codes.renewAll(practice._id);
      await this.repository.endDigits(practice);
      await this.announce(practice);
      return this.toState(practice);
    }
    const { email } = findMasked(practice, address);
    const event = await this.eventOf('addressRemoved', practice, email);
    const changed = await this.repository.removeAddress(practice, email, event);
    // The removed one, too.
    await this.announce(practice);
    return this.toState(changed ?? practice);
  }

  private async eventOf(
    name: 'addressConfirmed' | 'addressRemoved',
    { _id }: PracticeRecord,
    email: string,
  ) {
    const address = await this.installation.hashAddress(email);
    return outboxEntry(practiceEvents[name], { practice: _id.toHexString(), address });
  }

  private async requireNotEarly(practice: PracticeRecord): Promise<void> {
    const notBefore = this.firstAddressAt(practice);
    if (notBefore && notBefore.getTime() > (await this.clock.now()))
      throw new DomainError('ADDRESS_TOO_EARLY', { notBefore: notBefore.toISOString() });
  }

  private firstAddressAt({ addresses, movedAt }: PracticeRecord): Date | undefined {
    if (addresses?.length || !movedAt) return undefined;
    return new Date(movedAt.getTime() + FIRST_ADDRESS_DELAY_MS);
  }

  private async toState(practice: PracticeRecord): Promise<AddressState> {
    const notBefore = this.firstAddressAt(practice);
    const isLater = notBefore && notBefore.getTime() > (await this.clock.now());
    return {
      addresses: toMasks(practice),
      notBefore: isLater ? notBefore.toISOString() : undefined,
    };
  }

  private async countMail({ _id }: PracticeRecord): Promise<void> {
    if (!this.mails.isOn) throw new DomainError('MAIL_NOT_CONFIGURED');
    await this.throttle.countPracticeMail(_id.toHexString());
  }

  /** An address that got too many mails gets no more, and the answer is the same. */
  private async mail(
    { _id }: PracticeRecord,
    purpose: DigitsPurpose,
    to: string,
    { commandId, locale }: Context,
  ): Promise<void> {
    const practice = _id.toHexString();
    if (!(await this.throttle.countAddressMail(to))) return;
    const values = { practice, purpose };
    await this.mails.add({
      _id: `address-code-${purpose}-${commandId}`,
      kind: 'addressCode',
      to,
      locale,
      values,
    });
  }

  /** New digits for each try: only their hash is stored. */
  private async prepare({ to: email = '', locale, values = {} }: MailRecord) {
    const { practice = '' } = values;
    const purpose: DigitsPurpose = values.purpose === 'add' ? 'add' : 'change';
    const id = toObjectId(practice);
    const code = newDigits();
    const expiresAt = new Date((await this.clock.now()) + DIGITS_MS);
    const hash = hashDigits(`${practice} ${purpose}`, email, code);
    await this.repository.setDigits(id, { purpose, email, hash, expiresAt, attempts: 0 });
    return { values: { code, ...this.describe(await this.grants.findLastPaid(id), locale) } };
  }

  /** The purchase that a mail about a practice names. */
  private describe(purchase: PurchaseRecord | null | undefined, locale: Locale) {
    return {
      item: purchase ? texts[locale].documents[purchase.item] : '',
      paidAt: purchase?.paidAt ? formatIndianDay(purchase.paidAt, locale) : '',
    };
  }

  /** Returns the address that got the digits. */
  private async check(
    { _id }: PracticeRecord,
    purpose: DigitsPurpose,
    typed: string | undefined,
  ): Promise<string> {
    const practice = _id.toHexString();
    await this.throttle.assertDigitsAllowed(practice);
    const now = new Date(await this.clock.now());
    const digits = await this.repository.countDigitsAttempt(_id, purpose, now);
    const { email = '', hash = '' } = digits ?? {};
    const given = hashDigits(`${practice} ${purpose}`, email, typed ?? '');
    if (hash !== '' && isSameHash(hash, given)) return email;
    await this.throttle.countWrongDigits(practice);
    throw new DomainError('WRONG_ADDRESS_CODE');
  }

  /** {@link announce} for a purchase to which an administrator gave a new code. */
  async announceIssued(purchase: PurchaseRecord): Promise<void> {
    const practice = await this.repository.findJoined(purchase.practice);
    if (practice) await this.announce(practice, purchase);
  }

  /** All confirmed addresses get a mail about a change; `issued`: it got a new code by an administrator. */
  async announce(practice: PracticeRecord, issued?: PurchaseRecord): Promise<void> {
    if (!this.mails.isOn) return;
    const purchase = issued ?? (await this.grants.findLastPaid(practice._id));
    const locale = purchase?.locale ?? 'en';
    const values = this.describe(purchase, locale);
    const at = await this.clock.now();
    for (const [index, { email: to }] of (practice.addresses ?? []).entries())
      await this.mails.add({
        _id: `addresses-changed-${practice._id.toHexString()}-${at}-${index}`,
        kind: issued ? 'codeIssued' : 'addressesChanged',
        to,
        locale,
        values,
        path: '/access',
      });
  }
}
