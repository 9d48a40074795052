import {
  AppLogger,
  type MessageContext,
  Outbox,
  requireRole,
  retryOnConflict,
} from '@ctdb/chassis';
import { DomainError, type Purchase, purchaseEvents, type Requests } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { ThrottleService } from '../accounts/passwords/throttle.service.js';
import { hashToken } from '../accounts/users/tokens.js';
import { GrantsRepository } from '../passes/grants.repository.js';
import { PassesService } from '../passes/passes.service.js';
import {
  isUsable,
  refundableUntil,
  toOpenedPurchase,
  toPurchase,
} from '../passes/purchase.mapper.js';
import { normalizeEmail } from '../passes/subscription.js';
import type { PracticeRecord } from '../practices/practice.record.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { RedisClock } from '../redis-clock.js';
import { normalizeTypedCode } from '../typed-code.js';
import { PracticeMails } from './practice-mails.service.js';
import { PracticesService } from './practices.service.js';

type TypedCode = Requests['requestRefundByCode'];

/** By their hashes, so that the time says nothing of how much of an address was right. */
const hashEmail = (email: string): string => hashToken(normalizeEmail(email));

/** Whether `email` is an address of the order. */
const isOfOrder = ({ contactEmail, payerEmail }: PurchaseRecord, email: string): boolean =>
  [contactEmail, payerEmail].some((known) => known && hashEmail(known) === hashEmail(email));

/** The purchases of a practice, and their access codes: each opens the practice in another browser. */
@Injectable()
export class AccessCodesService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly grants: GrantsRepository,
    private readonly practices: PracticesService,
    private readonly repository: PracticesRepository,
    private readonly passes: PassesService,
    private readonly mails: PracticeMails,
    private readonly throttle: ThrottleService,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  /** The purchases of the browser's practice. */
  async list(browser: string): Promise<Purchase[]> {
    const practice = await this.practices.find(browser);
    const rows = practice ? await this.grants.findAll(practice._id) : [];
    const now = await this.clock.now();
    return rows.map((row) => toPurchase(row, now));
  }

  /** Shows a code while it gives access, or its order may be paid. Throws `NOT_FOUND`, `PURCHASE_ENDED`. */
  async reveal(id: string, browser: string): Promise<{ accessCode: string }> {
    const purchase = await this.find(id, browser);
    if (!isUsable(purchase, await this.clock.now())) throw new DomainError('PURCHASE_ENDED');
    // The page of a payment, which names the provider's order, shows the code without a click.
    if (purchase.codeIssuedAt && purchase._id.toHexString() === id)
      await this.grants.markCodeShown(purchase);
    return { accessCode: purchase.accessCode };
  }

  /** For plans only; an administrator makes the refund. Throws `NOT_FOUND`, `NOT_REFUNDABLE`. */
  async requestRefund(id: string, browser: string): Promise<Purchase> {
    return this.storeRefundRequest(await this.find(id, browser));
  }

  /** The same by an access code. Throws `ADDRESS_REQUIRED`, `TOO_MANY_TRIES` too. */
  requestRefundByCode(typed: TypedCode): Promise<Purchase> {
    return this.withPurchase(typed, (purchase) => this.storeRefundRequest(purchase));
  }

  /** Changes nothing. Throws `NOT_FOUND`, `ADDRESS_REQUIRED`, `TOO_MANY_TRIES`. */
  check({ browser, ...typed }: Requests['checkAccessCode']) {
    return this.withPurchase(typed, async (purchase) => {
      const now = await this.clock.now();
      const other = await this.practices.findOther(purchase.practice, browser);
      const replaced = other && (await this.practices.findLast(other));
      return {
        purchase: toOpenedPurchase(purchase, now),
        replaces: replaced ? toOpenedPurchase(replaced, now) : undefined,
      };
    });
  }

  /** Opens the practice in another browser, and starts its purchase. Throws `PRACTICE_OPEN` too. */
  restore({ browser, next, replace, ...typed }: Requests['restoreAccess']) {
    return this.withPurchase(typed, async (purchase) => {
      await this.practices.open(purchase, { browser, next, replace });
      const isWaiting = !purchase.grant && isUsable(purchase, await this.clock.now());
      if (isWaiting) await this.passes.activate(purchase);
      const found = (await this.purchases.findById(purchase._id)) ?? purchase;
      return toOpenedPurchase(found, await this.clock.now());
    });
  }

  /** The browser's practice, if the code is one of it. Throws `NOT_FOUND`, `ADDRESS_REQUIRED`, `TOO_MANY_TRIES`. */
  prove({ browser, ...typed }: Requests['exportPracticeData']): Promise<PracticeRecord> {
    return this.withPurchase(typed, async ({ practice }) => {
      const own = await this.practices.find(browser);
      if (!own?._id.equals(practice)) throw new DomainError('NOT_FOUND', { kind: 'accessCode' });
      return own;
    });
  }

  /** Makes new codes for all purchases of a practice; the former ones end. */
  async renewAll(practice: Types.ObjectId): Promise<void> {
    for (const purchase of await this.grants.findRows(practice))
      // An order that was never paid may be removed in between.
      if (purchase.state !== 'abandoned') await this.renew(purchase);
  }

  /** Makes a new code for a payment; the confirmed addresses get a mail about it. Throws `NOT_FOUND`. */
  async issue(id: string, { subject }: MessageContext): Promise<{ accessCode: string }> {
    requireRole({ subject }, 'admin');
    const purchase = await this.purchases.findById(id);
    if (!purchase?.paidAt) throw new DomainError('NOT_FOUND', { kind: 'order' });
    const payload = { orderId: id, item: purchase.item };
    const event = this.outbox.entry(purchaseEvents.codeIssued, payload);
    const accessCode = await this.renew(purchase, { at: new Date(await this.clock.now()), event });
    this.outbox.relaySoon();
    this.logger.info('an access code was made', { orderId: id, event: 'access-code-issued' });
    const practice = await this.repository.findJoined(purchase.practice);
    if (practice) await this.mails.announce('codeIssued', practice, { purchase });
    return { accessCode };
  }

  /** Makes a new code for an order or purchase; the former one ends. `issued`: by an administrator. */
  async renew({ _id }: PurchaseRecord, issued?: Parameters<GrantsRepository['renewCode']>[1]) {
    const renewed = await retryOnConflict(async () =>
      this.grants.renewCode(await this.purchases.get(_id), issued),
    );
    return renewed.accessCode;
  }

  /** A purchase of the browser's practice. Throws `NOT_FOUND`. */
  private async find(id: string, browser: string): Promise<PurchaseRecord> {
    const purchase =
      (await this.purchases.findById(id)) ?? (await this.purchases.findByProviderOrder(id));
    const practice = await this.practices.find(browser);
    if (!purchase || !practice?._id.equals(purchase.practice))
      throw new DomainError('NOT_FOUND', { kind: 'order' });
    return purchase;
  }

  /** Once. */
  private storeRefundRequest({ _id }: PurchaseRecord): Promise<Purchase> {
    return retryOnConflict(async () => {
      const now = await this.clock.now();
      const purchase = await this.purchases.get(_id);
      if (purchase.refundRequestedAt) return toPurchase(purchase, now);
      if (!refundableUntil(purchase, now)) throw new DomainError('NOT_REFUNDABLE');
      const payload = { orderId: _id.toHexString(), item: purchase.item };
      const event = this.outbox.entry(purchaseEvents.refundRequested, payload);
      await this.grants.markRefundRequested(purchase, new Date(now), event);
      this.outbox.relaySoon();
      return null;
    });
  }

  /** Does `work` with the paid purchase of a code. */
  private async withPurchase<T>(
    { accessCode, email, address }: TypedCode,
    work: (purchase: PurchaseRecord) => Promise<T>,
  ): Promise<T> {
    const code = normalizeTypedCode(accessCode);
    const found = await this.purchases.findByAccessCode(code);
    const done = await this.throttle.attemptCode(code, found !== null, address, async () => {
      if (!found?.paidAt) return undefined;
      if (found.isCodeMailed && (found.contactEmail ?? found.payerEmail) !== undefined) {
        if (email === undefined) throw new DomainError('ADDRESS_REQUIRED');
        if (!isOfOrder(found, email)) return undefined;
      }
      return { result: await work(found) };
    });
    if (!done) throw new DomainError('NOT_FOUND', { kind: 'accessCode' });
    return done.result;
  }
}
