import { AppLogger, type MessageContext, Outbox, requireRole } from '@ctdb/chassis';
import {
  DomainError,
  ERASURE_DAYS,
  practiceEvents,
  type Replies,
  type Requests,
  toBackupsUntil,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import { SubscriptionsRepository } from '../passes/subscriptions.repository.js';
import type { PracticeRecord } from '../practices/practice.record.js';
import { type PlannedErasure, PracticesRepository } from '../practices/practices.repository.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { RedisClock } from '../redis-clock.js';
import { AccessCodesService } from './access-codes.service.js';
import { PracticeMails } from './practice-mails.service.js';
import { CLOSING_DELAY_MS, PracticesService } from './practices.service.js';

const ERASURE_DELAY_MS = ERASURE_DAYS * 86_400_000;
const BATCH_SIZE = 20;

/** Export and erasure of a practice. Catalog erases its entries and patients by the event. */
@Injectable()
export class PracticeDataService {
  constructor(
    private readonly codes: AccessCodesService,
    private readonly practices: PracticesService,
    private readonly repository: PracticesRepository,
    private readonly purchases: PurchasesRepository,
    private readonly grants: GrantsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly mails: PracticeMails,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  async getErasure(browser: string): Promise<Replies['getErasure']> {
    const { eraseAt } = (await this.practices.find(browser)) ?? {};
    return eraseAt ? this.toState(eraseAt) : {};
  }

  /** Plans the erasure. Throws `NOT_FOUND`, `ADDRESS_REQUIRED`, `TOO_MANY_TRIES`. */
  async requestErasure(proof: Requests['requestErasure']) {
    const practice = await this.codes.prove(proof);
    const planned = new Date((await this.clock.now()) + ERASURE_DELAY_MS);
    const { eraseAt } = await this.repository.planErasure(practice, planned);
    await this.mails.announce('erasurePlanned', practice, { eraseAt });
    return this.toState(eraseAt);
  }

  /** Throws `NOT_FOUND`. */
  async cancelErasure(browser: string): Promise<void> {
    const practice = await this.practices.get(browser);
    await this.repository.cancelErasure(practice, new Date(await this.clock.now()));
  }

  /** Erases the practice of an order at once. Throws `NOT_FOUND`, `ORDER_UNFINISHED`. */
  async eraseByOrder(id: string, { subject }: MessageContext): Promise<void> {
    requireRole({ subject }, 'owner');
    const purchase = await this.purchases.findById(id);
    const practice = purchase && (await this.repository.findJoined(purchase.practice));
    if (!practice) throw new DomainError('NOT_FOUND', { kind: 'order' });
    if (practice.erasedAt) return;
    if (await this.isUnfinished(practice)) throw new DomainError('ORDER_UNFINISHED');
    const planned = await this.repository.planErasure(practice, new Date(await this.clock.now()));
    await this.erase(planned, id);
  }

  /** Erases what is due. A practice with an order that may yet be paid waits for it. */
  async runMaintenance(): Promise<void> {
    const now = new Date(await this.clock.now());
    for (const practice of await this.repository.findDueErasures(now, BATCH_SIZE))
      if (!(await this.isUnfinished(practice))) await this.erase(practice);
  }

  /**
   * Ends the access and all codes, removes addresses, and stores the event for catalog with the last write.
   * After a crash a later run repeats it. Payments and their receipts stay, without a readable address.
   */
  private async erase(practice: PlannedErasure, orderId?: string): Promise<void> {
    const { _id, addresses = [], eraseAt } = practice;
    const backupsUntil = toBackupsUntil(eraseAt, this.config.backups);
    await this.mails.announce('dataErased', practice, { eraseAt, backupsUntil });
    await this.codes.renewAll(_id);
    const orders = await this.grants.findRows(_id);
    const emails = [
      ...addresses.map(({ email }) => email),
      ...orders.flatMap(({ contactEmail, payerEmail }) => [contactEmail, payerEmail]),
    ];
    for (const email of new Set(emails))
      if (email !== undefined) await this.removeBuyer(email, _id);
    await this.subscriptions.removeAddresses(_id);
    await this.practices.close((await this.repository.findById(_id)) ?? practice);
    const id = _id.toHexString();
    const payload = { practice: id, ...(orderId && { orderId }) };
    await this.repository.erase(practice, this.outbox.entry(practiceEvents.erased, payload));
    this.outbox.relaySoon();
    this.logger.info('a practice was erased', { practice: id, event: 'practice-erased' });
  }

  private toState(eraseAt: Date) {
    const backupsUntil = toBackupsUntil(eraseAt, this.config.backups).toISOString();
    return { eraseAt: eraseAt.toISOString(), backupsUntil };
  }

  /** Another practice may belong to the same person: then the address stays there. */
  private async removeBuyer(email: string, practice: PracticeRecord['_id']): Promise<void> {
    const others = await this.repository.findByAddress(email);
    if (others.some(({ _id }) => !_id.equals(practice))) return;
    if (await this.subscriptions.isUsedElsewhere(email, practice)) return;
    await this.subscriptions.removeBuyer(email);
    await this.mails.forget(email);
  }

  private async isUnfinished({ _id }: PracticeRecord): Promise<boolean> {
    const now = await this.clock.now();
    // What was paid and never activated is given up with the rest.
    return this.grants.hasUnfinished(_id, new Date(now - CLOSING_DELAY_MS), new Date(now));
  }
}
