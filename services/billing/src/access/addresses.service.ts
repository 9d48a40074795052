import { type MessageContext, outboxEntry } from '@ctdb/chassis';
import {
  type AddressState,
  DomainError,
  MAX_PRACTICE_ADDRESSES,
  practiceEvents,
  type Requests,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { maskEmail, normalizeEmail } from '../passes/subscription.js';
import type { PracticeRecord } from '../practices/practice.record.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import { InstallationRepository } from '../purchases/installation.repository.js';
import { RedisClock } from '../redis-clock.js';
import { AccessCodesService } from './access-codes.service.js';
import { digitsOf, PracticeMails } from './practice-mails.service.js';
import { PracticesService } from './practices.service.js';

/** So long after a move the new browser cannot confirm the first address. */
const FIRST_ADDRESS_DELAY_MS = 72 * 3_600_000;

/** The confirmed addresses, masked; equal masks are numbered. */
const toMasks = ({ addresses = [] }: PracticeRecord): string[] => {
  const masks = addresses.map(({ email }) => maskEmail(email));
  return new Set(masks).size === masks.length
    ? masks
    : masks.map((mask, at) => `${mask} (${at + 1})`);
};

/** The confirmed address with a mask. Throws `NOT_FOUND`. */
const findMasked = (practice: PracticeRecord, mask = ''): string => {
  const found = practice.addresses?.[toMasks(practice).indexOf(mask)];
  if (!found) throw new DomainError('NOT_FOUND', { kind: 'order' });
  return found.email;
};

/** Addresses of practices: an address proves nothing until six digits that it got are typed. */
@Injectable()
export class AddressesService {
  constructor(
    private readonly practices: PracticesService,
    private readonly repository: PracticesRepository,
    private readonly codes: AccessCodesService,
    private readonly mails: PracticeMails,
    private readonly installation: InstallationRepository,
    private readonly clock: RedisClock,
  ) {}

  async get(browser: string): Promise<AddressState> {
    const practice = await this.practices.find(browser);
    return practice ? this.toState(practice) : { addresses: [] };
  }

  /** Throws `NOT_FOUND`, `MAIL_NOT_CONFIGURED`, `ADDRESSES_FULL`, `ADDRESS_TOO_EARLY`, `TOO_MANY_TRIES`. */
  async sendCode({ browser, email }: Requests['sendAddressCode'], context: MessageContext) {
    const practice = await this.practices.get(browser);
    const { addresses = [] } = practice;
    if (addresses.length >= MAX_PRACTICE_ADDRESSES) throw new DomainError('ADDRESSES_FULL');
    await this.requireNotEarly(practice);
    await this.mails.count(practice);
    const added = normalizeEmail(email);
    await this.mails.sendDigits(digitsOf(practice, 'add'), added, context, practice);
    const [known] = addresses;
    if (known)
      await this.mails.sendDigits(digitsOf(practice, 'change'), known.email, context, practice);
  }

  /** Confirms the address that got the digits. Throws `WRONG_ADDRESS_CODE`, `TOO_MANY_TRIES`. */
  async confirm({ browser, code, knownCode }: Requests['confirmAddress']) {
    const practice = await this.practices.get(browser);
    const email = await this.mails.checkDigits(digitsOf(practice, 'add'), practice, code);
    await this.checkChange(practice, knownCode);
    const event = await this.eventOf('addressConfirmed', practice, email);
    const now = new Date(await this.clock.now());
    const added = await this.repository.addAddress(practice, email, now, event);
    if (!added) throw new DomainError('ADDRESSES_FULL');
    await this.mails.announceChange(added);
    return this.toState(added);
  }

  /**
   * Mails the digits that a change needs to the chosen address, else to the first one; nothing where none
   * is confirmed. Throws `NOT_FOUND`, `MAIL_NOT_CONFIGURED`, `TOO_MANY_TRIES`.
   */
  async sendChangeCode(
    { browser, address }: Requests['sendChangeCode'],
    context: MessageContext,
  ): Promise<void> {
    const practice = await this.practices.get(browser);
    if (!practice.addresses?.length) return;
    const to = findMasked(practice, address ?? toMasks(practice)[0]);
    await this.mails.count(practice);
    await this.mails.sendDigits(digitsOf(practice, 'change'), to, context, practice);
  }

  /**
   * Makes new access codes, or removes an address. Throws `NOT_FOUND`, `WRONG_ADDRESS_CODE`, and
   * `ADDRESS_TOO_EARLY` within 72 hours after a move if no address is confirmed.
   */
  async change({ browser, kind, address, code }: Requests['changeAccess']) {
    const practice = await this.practices.get(browser);
    await this.requireNotEarly(practice);
    await this.checkChange(practice, code);
    if (kind === 'newCodes') await this.codes.renewAll(practice._id);
    else {
      const email = findMasked(practice, address);
      const event = await this.eventOf('addressRemoved', practice, email);
      await this.repository.removeAddress(practice, email, event);
    }
    // The removed one gets it, too.
    await this.mails.announceChange(practice);
    return this.get(browser);
  }

  private async checkChange(practice: PracticeRecord, code: string | undefined): Promise<void> {
    const { addresses = [] } = practice;
    if (addresses.length === 0) return;
    const got = await this.mails.checkDigits(digitsOf(practice, 'change'), practice, code);
    // The address may have been removed since it got them.
    if (!addresses.some(({ email }) => email === got)) throw new DomainError('WRONG_ADDRESS_CODE');
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
    const notBefore = await this.findNotBefore(practice);
    if (notBefore) throw new DomainError('ADDRESS_TOO_EARLY', { notBefore });
  }

  /** When the practice may confirm its first address; `undefined` if it may now, or has one. */
  private async findNotBefore({ addresses, movedAt }: PracticeRecord): Promise<string | undefined> {
    const notBefore = Number(movedAt ?? 0) + FIRST_ADDRESS_DELAY_MS;
    const isEarly = !addresses?.length && notBefore > (await this.clock.now());
    return isEarly ? new Date(notBefore).toISOString() : undefined;
  }

  private async toState(practice: PracticeRecord): Promise<AddressState> {
    return { addresses: toMasks(practice), notBefore: await this.findNotBefore(practice) };
  }
}
