import { type MessageContext, Outbox, toObjectId } from '@ctdb/chassis';
import { formatMailTime, Mails, type MailRecord } from '@ctdb/chassis/mail';
import {
  ACCESS_LINK_HOURS,
  ADDRESS_CODE_MINUTES,
  DomainError,
  type LinkedPractice,
  type openLinkedPractice,
  practiceEvents,
  type RequestOf,
} from '@ctdb/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Types } from 'mongoose';
import { ThrottleService } from '../accounts/throttle.service.js';
import { hashToken, newToken } from '../accounts/tokens.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import { PassesService } from '../passes/passes.service.js';
import { toOpenedPurchase } from '../passes/purchase.mapper.js';
import { normalizeEmail } from '../passes/subscription.js';
import type { PracticeRecord } from '../practices/practice.record.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import { RedisClock } from '../redis-clock.js';
import { AccessCodesService } from './access-codes.service.js';
import { type AccessLinkRecord, AccessLinksRepository } from './access-links.repository.js';
import { AddressesService, hashDigits, isSameHash, newDigits } from './addresses.service.js';
import { PracticesService } from './practices.service.js';

const HOUR_MS = 3_600_000;
const DIGITS_MS = ADDRESS_CODE_MINUTES * 60_000;

/**
 * Sends links to lost access to confirmed addresses, and opens them. Any other address leaves nothing;
 * the gateway holds all answers back as long, so that none tells which it was.
 */
@Injectable()
export class LostAccessService implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly links: AccessLinksRepository,
    private readonly grants: GrantsRepository,
    private readonly passes: PassesService,
    private readonly practices: PracticesService,
    private readonly repository: PracticesRepository,
    private readonly addresses: AddressesService,
    private readonly codes: AccessCodesService,
    private readonly throttle: ThrottleService,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    this.mails.prepareWith('lostAccess', (mail) => this.prepareLink(mail));
    this.mails.prepareWith('joinCode', (mail) => this.prepareDigits(mail));
  }

  /** Throws `MAIL_NOT_CONFIGURED`. */
  async send(
    typedEmail: string,
    { commandId, locale }: Pick<MessageContext, 'commandId' | 'locale'>,
  ): Promise<void> {
    if (!this.mails.isOn) throw new DomainError('MAIL_NOT_CONFIGURED');
    const to = normalizeEmail(typedEmail);
    const practices = await this.repository.findByAddress(to);
    if (practices.length === 0 || !(await this.throttle.countLink(to))) return;
    const _id = `lost-access-${commandId}`;
    await this.mails.add({ _id, kind: 'lostAccess', to, locale, values: {} });
  }

  /** The practices that a link may open. Throws `LINK_ENDED`. */
  async list(token: string): Promise<LinkedPractice[]> {
    const { email } = await this.findLink(token);
    const practices = await this.repository.findByAddress(email);
    return Promise.all(practices.map((practice) => this.toLinked(practice)));
  }

  /** Mails the digits that joining needs to the address of the link. Throws `LINK_ENDED`. */
  async sendJoinCode(
    token: string,
    { commandId, locale }: Pick<MessageContext, 'commandId' | 'locale'>,
  ): Promise<void> {
    const { _id: link, email: to } = await this.findLink(token);
    if (!(await this.throttle.countAddressMail(to))) return;
    const _id = `join-code-${commandId}`;
    await this.mails.add({ _id, kind: 'joinCode', to, locale, values: { link } });
  }

  /** Throws `LINK_ENDED`, `NOT_FOUND`, `WRONG_ADDRESS_CODE`, `PRACTICE_OPEN`. */
  async open({
    token,
    practice: id,
    join,
    browser,
    next,
    replace,
  }: RequestOf<typeof openLinkedPractice>): Promise<LinkedPractice> {
    const link = await this.findLink(token, next);
    const practices = await this.repository.findByAddress(link.email);
    const find = (wanted: string) => practices.find(({ _id }) => _id.toHexString() === wanted);
    const practice = find(id);
    if (!practice) throw new DomainError('NOT_FOUND', { kind: 'accessCode' });
    if (!replace) await this.practices.assertReplaceable(browser, practice._id);
    if (join) await this.join(find(join.practice), practice, link, join);
    const opened = await this.practices.open(
      { practice: practice._id },
      { browser, next, replace },
    );
    await this.links.use(link, next, new Date(await this.clock.now()));
    return this.toLinked(opened);
  }

  /** Finishes joins that a crash has interrupted. */
  async runMaintenance(): Promise<void> {
    for (const { _id, joinedInto } of await this.repository.findJoining())
      if (joinedInto) await this.giveAll(_id, joinedInto);
  }

  private async join(
    from: PracticeRecord | undefined,
    into: PracticeRecord,
    link: AccessLinkRecord,
    { practice, code }: { practice: string; code: string },
  ): Promise<void> {
    if (!from) {
      // The answer to the same request was lost, or the practice is not of this address.
      const known = await this.repository.findById(toObjectId(practice));
      if (known?.joinedInto?.equals(into._id)) return;
      throw new DomainError('NOT_FOUND', { kind: 'accessCode' });
    }
    if (from._id.equals(into._id)) return;
    const now = new Date(await this.clock.now());
    const hash = (await this.links.countDigitsAttempt(link, now)) ?? '';
    if (hash === '' || !isSameHash(hash, hashDigits(link._id, link.email, code)))
      throw new DomainError('WRONG_ADDRESS_CODE');
    const payload = { from: from._id.toHexString(), into: into._id.toHexString() };
    await this.practices.close(from);
    for (const practice of [from, into]) {
      await this.addresses.announce(practice);
      await this.codes.renewAll(practice._id);
    }
    // Each digits are for one join.
    await this.links.endDigits(link);
    // The journal goes by its time, and the moves came before it.
    const event = this.outbox.entry(practiceEvents.joined, payload);
    await this.repository.join(from, into, link.email, event);
    // A code may have opened it in between.
    const joined = await this.repository.findById(from._id);
    if (joined) await this.practices.close(joined);
    this.outbox.relaySoon();
    await this.giveAll(from._id, into._id);
  }

  private async giveAll(from: Types.ObjectId, into: Types.ObjectId): Promise<void> {
    await this.passes.join(from, into);
    if ((await this.grants.findRows(from)).length === 0) await this.repository.endJoining(from);
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

  /** A new link for each try: of the token only its hash is stored. */
  private async prepareLink({ to: email = '', locale }: MailRecord) {
    const now = await this.clock.now();
    // The address may have been removed since.
    if ((await this.repository.findByAddress(email)).length === 0) return null;
    const token = newToken();
    const expiresAt = new Date(now + ACCESS_LINK_HOURS * HOUR_MS);
    await this.links.add({ _id: hashToken(token), email, expiresAt });
    return { values: { until: formatMailTime(expiresAt, locale) }, path: `/restore#link=${token}` };
  }

  private async prepareDigits({ to: email = '', values = {} }: MailRecord) {
    const { link = '' } = values;
    const code = newDigits();
    const expiresAt = new Date((await this.clock.now()) + DIGITS_MS);
    await this.links.setDigits(link, hashDigits(link, email, code), expiresAt);
    return { values: { code } };
  }
}
