import { type MessageContext, Outbox, outboxEntry, toObjectId } from '@ctdb/chassis';
import {
  type AddressState,
  DomainError,
  type LinkedPractice,
  MAX_PRACTICE_ADDRESSES,
  practiceEvents,
  type Requests,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { hashToken } from '../accounts/users/tokens.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import { PassesService } from '../passes/passes.service.js';
import { toOpenedPurchase } from '../passes/purchase.mapper.js';
import { maskEmail, normalizeEmail } from '../passes/subscription.js';
import type { PracticeRecord } from '../practices/practice.record.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import { InstallationRepository } from '../purchases/installation.repository.js';
import { RedisClock } from '../redis-clock.js';
import { AccessCodesService } from './access-codes.service.js';
import { type AccessLinkRecord, AccessLinksRepository } from './access-links.repository.js';
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

const joinDigits = ({ _id: owner }: AccessLinkRecord) => ({ purpose: 'join', owner }) as const;

/**
 * Confirmed addresses of practices: an address proves nothing until six digits that it got are typed. Sends
 * them links to lost access, and opens these. Any other address leaves nothing; the gateway holds all answers
 * back as long, so that none says which it was.
 */
@Injectable()
export class AddressesService {
  constructor(
    private readonly practices: PracticesService,
    private readonly repository: PracticesRepository,
    private readonly codes: AccessCodesService,
    private readonly mails: PracticeMails,
    private readonly installation: InstallationRepository,
    private readonly links: AccessLinksRepository,
    private readonly grants: GrantsRepository,
    private readonly passes: PassesService,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
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
  async sendChangeCode({ browser, address }: Requests['sendChangeCode'], context: MessageContext) {
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

  /** Mails a link to a confirmed address. Throws `MAIL_NOT_CONFIGURED`. */
  sendLink(email: string, context: MessageContext): Promise<void> {
    return this.mails.sendLink(normalizeEmail(email), context);
  }

  /** The practices that a link may open. Throws `LINK_ENDED`. */
  async listLinked(token: string): Promise<{ practices: LinkedPractice[] }> {
    const { email } = await this.findLink(token);
    const practices = await this.repository.findByAddress(email);
    return { practices: await Promise.all(practices.map((one) => this.toLinked(one))) };
  }

  /** Mails the digits that joining needs to the address of the link. Throws `LINK_ENDED`. */
  async sendJoinCode(token: string, context: MessageContext): Promise<void> {
    const link = await this.findLink(token);
    await this.mails.sendDigits(joinDigits(link), link.email, context);
  }

  /** Opens a practice of a link. Throws `LINK_ENDED`, `NOT_FOUND`, `WRONG_ADDRESS_CODE`, `TOO_MANY_TRIES`, `PRACTICE_OPEN`. */
  async openLinked({ token, practice: id, join, ...opening }: Requests['openLinkedPractice']) {
    const link = await this.findLink(token, opening.next);
    const practices = await this.repository.findByAddress(link.email);
    const practice = practices.find(({ _id }) => _id.toHexString() === id);
    if (!practice) throw new DomainError('NOT_FOUND', { kind: 'accessCode' });
    await this.practices.findReplaced(practice._id, opening);
    if (join) {
      const from = practices.find(({ _id }) => _id.toHexString() === join.practice);
      if (from) await this.join(from, practice, link, join.code);
      else {
        // The answer to the same request was lost, or the practice is not of this address.
        const known = await this.repository.findById(toObjectId(join.practice));
        if (!known?.joinedInto?.equals(practice._id))
          throw new DomainError('NOT_FOUND', { kind: 'accessCode' });
      }
    }
    const opened = await this.practices.open({ practice: practice._id }, opening);
    await this.links.use(link, opening.next, new Date(await this.clock.now()));
    return this.toLinked(opened);
  }

  /** Finishes joins that a crash has interrupted. */
  async runMaintenance(): Promise<void> {
    for (const { _id, joinedInto } of await this.repository.findJoining())
      if (joinedInto) await this.passes.join(_id, joinedInto);
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

  private async join(
    from: PracticeRecord,
    into: PracticeRecord,
    link: AccessLinkRecord,
    code: string,
  ): Promise<void> {
    if (from._id.equals(into._id)) return;
    await this.mails.checkDigits(joinDigits(link), into, code);
    await this.practices.close(from);
    for (const practice of [from, into]) {
      await this.mails.announceChange(practice);
      await this.codes.renewAll(practice._id);
    }
    await this.mails.endDigits(joinDigits(link));
    // The journal goes by its time, and the moves came before it.
    const payload = { from: from._id.toHexString(), into: into._id.toHexString() };
    const event = this.outbox.entry(practiceEvents.joined, payload);
    await this.repository.join(from, into, link.email, event);
    // A code may have opened it in between.
    const joined = await this.repository.findById(from._id);
    if (joined) await this.practices.close(joined);
    this.outbox.relaySoon();
    await this.passes.join(from._id, into._id);
  }

  private async findLink(token: string, browser?: string): Promise<AccessLinkRecord> {
    const now = new Date(await this.clock.now());
    const link = await this.links.find(hashToken(token), now, browser);
    if (!link) throw new DomainError('LINK_ENDED');
    return link;
  }

  private async toLinked({ _id }: PracticeRecord): Promise<LinkedPractice> {
    const now = await this.clock.now();
    const paid = (await this.grants.findAll(_id)).filter(({ paidAt }) => paidAt !== undefined);
    return { id: _id.toHexString(), purchases: paid.map((row) => toOpenedPurchase(row, now)) };
  }
}
