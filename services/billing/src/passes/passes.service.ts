import { setTimeout as pause } from 'node:timers/promises';
import { AppLogger, Outbox, retryOnConflict } from '@ctdb/chassis';
import { DomainError, type GrantedPass, purchaseEvents, type PurchaseItem } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { PracticesRepository } from '../practices/practices.repository.js';
import type { Grant, PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { RedisClock } from '../redis-clock.js';
import {
  activationCutoff,
  computeStart,
  durationMs,
  hasGrant,
  nextSeq,
  type PurchaseWithGrant,
  reschedule,
} from './schedule.js';
import { GrantsRepository } from './grants.repository.js';
import { KeyedMutex } from './keyed-mutex.js';
import { PassCache, type FoundPass } from './pass-cache.js';
import { toGrantedPass } from './purchase.mapper.js';
import { isPlan } from './subscription.js';
import { SubscriptionsService } from './subscriptions.service.js';

const BATCH_SIZE = 100;
/** Between two attempts of writers of the same practice. */
const MAX_PAUSE_MS = 10;
/** Passes of what was refunded in this period are written again, because a failover may restore an old one. */
const RECHECK_WINDOW_MS = 86_400_000;

/**
 * Schedules, activates and revokes the access of purchases; the rules are in `schedule.ts`. Each grant has a
 * sequence number that is unique for its practice: if two writers read the same ledger, the write of one
 * fails, and this one retries.
 */
@Injectable()
export class PassesService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly grants: GrantsRepository,
    private readonly practices: PracticesRepository,
    private readonly cache: PassCache,
    private readonly subscriptions: SubscriptionsService,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
    private readonly mutex: KeyedMutex,
    private readonly logger: AppLogger,
  ) {}

  /**
   * Activates a paid purchase in its practice, or queues it behind running access. `PURCHASE_ENDED` if it
   * was refunded or activated too late.
   */
  async activate(purchase: PurchaseRecord): Promise<GrantedPass> {
    const activated = await this.grant(purchase);
    if (activated.due.length > 0) {
      this.outbox.relaySoon();
      await this.refreshCache(activated);
      // The access is active; the maintenance repeats what fails.
      await this.logErrors('follow-up work of a purchase', () => this.finishWork(activated));
    }
    return toGrantedPass(activated);
  }

  /** The same; nothing if the purchase was refunded or expired in the meantime. */
  async activateUnlessEnded(purchase: PurchaseRecord): Promise<void> {
    await this.activate(purchase).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'PURCHASE_ENDED') throw error;
    });
  }

  /**
   * Does the pending work of a purchase, as read: queues, Redis and the buyer's row follow the
   * ledger. It ends the access of a refunded purchase; queued grants move forward.
   */
  async syncWithLedger(purchase: PurchaseRecord): Promise<void> {
    await this.refreshCache(purchase);
    await this.finishWork(purchase);
  }

  /** Returns the current pass of a browser, or why it has none, and rewrites its key in Redis. */
  getActivePass(browser: string): Promise<FoundPass> {
    return this.cache.refresh(browser);
  }

  /** Activates all paid purchases of the browser's practice that have no grant. */
  async activateUnclaimed(browser: string, practice: Types.ObjectId | undefined) {
    const since = activationCutoff(await this.clock.now());
    const unclaimed = practice ? await this.grants.findUnclaimed(practice, since) : [];
    for (const purchase of unclaimed) await this.activateUnlessEnded(purchase);
    return { ...(await this.cache.refresh(browser)), hasActivated: unclaimed.length > 0 };
  }

  /**
   * Gives the purchases of a practice to another one: what runs keeps its times, what waits is queued there.
   * The maintenance repeats it until none is left there.
   */
  async join(from: Types.ObjectId, into: Types.ObjectId): Promise<void> {
    const now = await this.clock.now();
    const rows = await this.grants.findRows(from);
    const startOf = ({ grant }: PurchaseRecord) => grant?.startsAt.getTime() ?? 0;
    for (const purchase of rows.toSorted((one, other) => startOf(one) - startOf(other)))
      await this.grants.changePractice(purchase, into, await this.toJoined(purchase, into, now));
    await this.reschedule(into, true);
    if ((await this.grants.findRows(from)).length === 0) await this.practices.endJoining(from);
  }

  /** Periodic maintenance: pending work, refunded passes, expired subscriptions. */
  async runMaintenance(): Promise<void> {
    for (const purchase of await this.grants.findPendingWork(BATCH_SIZE))
      await this.logErrors('follow-up work of a purchase', () => this.syncWithLedger(purchase));
    await this.logErrors('checking refunded passes', () => this.recheckRefunded());
    await this.logErrors('ending expired subscriptions', () => this.subscriptions.expire());
  }

  private grant({ _id, practice }: PurchaseRecord): Promise<PurchaseWithGrant> {
    return this.mutex.runExclusive(practice.toHexString(), () =>
      retryOnConflict(async () => {
        const read = await this.purchases.get(_id);
        const written = await this.tryActivate(read, await this.clock.now());
        if (hasGrant(written)) return written;
        await pause(Math.random() * MAX_PAUSE_MS);
        return null;
      }),
    );
  }

  /** Moves queued grants forward after a refund; if `isJoined`, behind what has come to their practice. */
  private async reschedule(practice: Types.ObjectId, isJoined?: boolean): Promise<void> {
    await retryOnConflict(async () => {
      const grants = await this.grants.findGrants(practice);
      for (const change of reschedule(grants, await this.clock.now(), isJoined))
        if (!(await this.grants.replace(practice, change))) return null;
      return true;
    });
  }

  private async toJoined(
    { item, state, grant }: PurchaseRecord,
    into: Types.ObjectId,
    now: number,
  ): Promise<Grant | undefined> {
    if (!grant) return undefined;
    const queued = await this.buildGrant(item, into, now);
    const { startsAt, endsAt } = grant;
    const isWaiting = state === 'paid' && startsAt.getTime() > now;
    return isWaiting ? queued : { seq: queued.seq, startsAt, endsAt };
  }

  private async tryActivate(purchase: PurchaseRecord, now: number): Promise<PurchaseRecord | null> {
    if (purchase.state !== 'paid') throw new DomainError('PURCHASE_ENDED');
    if (hasGrant(purchase)) return purchase;
    const { joinedInto } = (await this.practices.findById(purchase.practice)) ?? {};
    if (joinedInto) {
      await this.grants.changePractice(purchase, joinedInto, undefined);
      return null;
    }
    const { _id, practice, item, paidAt, takenAt } = purchase;
    // A plan whose record was lost has run since it was paid.
    const from = takenAt && isPlan(item) ? Math.min(takenAt.getTime(), now) : now;
    if (!paidAt || paidAt <= activationCutoff(from)) throw new DomainError('PURCHASE_ENDED');
    await this.practices.keep(practice);
    // A code is shown before its order is paid. Who ordered at this computer before and did not pay must not
    // open the practice of the one who pays.
    for (const order of await this.grants.findUnpaid(practice)) await this.grants.renewCode(order);
    const grant = await this.buildGrant(item, practice, from);
    const event = this.outbox.entry(purchaseEvents.activated, {
      orderId: _id.toHexString(),
      item,
      startsAt: grant.startsAt.toISOString(),
      endsAt: grant.endsAt.toISOString(),
    });
    return this.grants.insert(purchase, grant, event);
  }

  private async buildGrant(item: PurchaseItem, practice: Types.ObjectId, from: number) {
    const grants = await this.grants.findGrants(practice);
    const startsAt = computeStart(item, grants, from);
    const endsAt = startsAt + durationMs(item);
    return { seq: nextSeq(grants), startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  }

  private async finishWork(purchase: PurchaseRecord): Promise<void> {
    await this.subscriptions.syncBuyer(purchase);
    await this.grants.clearPendingWork(purchase);
  }

  private async refreshCache({ grant, practice }: PurchaseRecord): Promise<void> {
    if (!grant) return;
    await this.reschedule(practice);
    const { browser } = (await this.practices.findById(practice)) ?? {};
    if (browser) await this.cache.refreshUntilWritten(browser);
  }

  private async recheckRefunded(): Promise<void> {
    const now = await this.clock.now();
    const since = new Date(now - RECHECK_WINDOW_MS);
    for (const id of await this.grants.findRefundedPractices(since, new Date(now))) {
      const { browser } = (await this.practices.findById(id)) ?? {};
      if (browser) await this.cache.refreshUntilWritten(browser);
    }
  }

  private async logErrors(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn(`${name} failed, retrying`, error);
    }
  }
}
