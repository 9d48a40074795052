import { type MessageContext, Outbox, toObjectId } from '@ctdb/chassis';
import { DomainError, type LinkedPractice, practiceEvents, type Requests } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { hashToken } from '../accounts/users/tokens.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import { PassesService } from '../passes/passes.service.js';
import { toOpenedPurchase } from '../passes/purchase.mapper.js';
import { normalizeEmail } from '../passes/subscription.js';
import type { PracticeRecord } from '../practices/practice.record.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import { RedisClock } from '../redis-clock.js';
import { AccessCodesService } from './access-codes.service.js';
import { type AccessLinkRecord, AccessLinksRepository } from './access-links.repository.js';
import { PracticeMails } from './practice-mails.service.js';
import { PracticesService } from './practices.service.js';

const joinDigits = ({ _id: owner }: AccessLinkRecord) => ({ purpose: 'join', owner }) as const;

/**
 * Sends links to lost access to confirmed addresses, and opens them. Any other address leaves nothing;
 * the gateway holds all answers back as long, so that none says which it was.
 */
@Injectable()
export class LostAccessService {
  constructor(
    private readonly mails: PracticeMails,
    private readonly links: AccessLinksRepository,
    private readonly grants: GrantsRepository,
    private readonly passes: PassesService,
    private readonly practices: PracticesService,
    private readonly repository: PracticesRepository,
    private readonly codes: AccessCodesService,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
  ) {}

  /** Throws `MAIL_NOT_CONFIGURED`. */
  send(email: string, context: MessageContext): Promise<void> {
    return this.mails.sendLink(normalizeEmail(email), context);
  }

  /** The practices that a link may open. Throws `LINK_ENDED`. */
  async list(token: string): Promise<LinkedPractice[]> {
    const { email } = await this.findLink(token);
    const practices = await this.repository.findByAddress(email);
    return Promise.all(practices.map((practice) => this.toLinked(practice)));
  }

  /** Mails the digits that joining needs to the address of the link. Throws `LINK_ENDED`. */
  async sendJoinCode(token: string, context: MessageContext): Promise<void> {
    const link = await this.findLink(token);
    await this.mails.sendDigits(joinDigits(link), link.email, context);
  }

  /** Throws `LINK_ENDED`, `NOT_FOUND`, `WRONG_ADDRESS_CODE`, `TOO_MANY_TRIES`, `PRACTICE_OPEN`. */
  async open({ token, practice: id, join, ...opening }: Requests['openLinkedPractice']) {
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
