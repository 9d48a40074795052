import { setTimeout as pause } from 'node:timers/promises';
import { Outbox, retryOnConflict } from '@ctdb/chassis';
import {
  ACTIVATION_PERIOD_DAYS,
  DomainError,
  purchaseEvents,
  purchaseItems,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { PracticesRepository } from '../practices/practices.repository.js';
import type { Grant, PurchaseRecord } from '../purchases/purchase.record.js';
import { InstallationRepository } from '../purchases/installation.repository.js';
import { RedisClock } from '../redis-clock.js';
import { nextAccessCode } from '../typed-code.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { compareByStart, hasGrant, isQueued, type PurchaseWithGrant } from './grant-period.js';
import { GrantsRepository } from './grants.repository.js';
import { KeyedMutex } from './keyed-mutex.js';
import { durationMs, nextReschedule, nextSeq, computeStart } from './schedule.js';
import { isPlan } from './subscription.js';

/** Between two attempts of writers of the same practice. */
const MAX_PAUSE_MS = 10;
const ACTIVATION_PERIOD_MS = ACTIVATION_PERIOD_DAYS * 86_400_000;

/** Purchases that were paid before this time and never activated are forfeited. */
export const activationCutoff = (now: number): Date => new Date(now - ACTIVATION_PERIOD_MS);

/**
 * Schedules the access of purchases. Each grant has a sequence number that is unique for its
 * practice: if two writers read the same ledger, the write of one fails, and this one retries.
 */
@Injectable()
export class GrantsService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly grants: GrantsRepository,
    private readonly practices: PracticesRepository,
    private readonly installation: InstallationRepository,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
    private readonly mutex: KeyedMutex,
  ) {}

  /** Activates or queues a paid purchase in its practice, unless it has a grant already. */
  activate({ _id, practice }: PurchaseRecord): Promise<PurchaseWithGrant> {
    return this.mutex.runExclusive(practice.toHexString(), () =>
      retryOnConflict(async () => {
        const read = await this.purchases.findById(_id);
        if (!read) throw new DomainError('NOT_FOUND', { kind: 'order' });
        const written = await this.tryActivate(read, await this.clock.now());
        if (hasGrant(written)) return written;
        await pause(Math.random() * MAX_PAUSE_MS);
        return null;
      }),
    );
  }

  /** Moves queued grants forward after a refund. */
  async advanceQueue(practice: Types.ObjectId): Promise<void> {
    await retryOnConflict(async () => {
      const grants = await this.grants.findGrants(practice);
      const next = nextReschedule(grants, await this.clock.now());
      if (!next) return true;
      const { grant, startsAt } = next;
      await this.grants.replace(grant, practice, {
        seq: nextSeq(grants),
        startsAt: new Date(startsAt),
        endsAt: new Date(startsAt + durationMs(grant.item)),
      });
      return null;
    });
  }

  /**
   * Gives the purchases of a practice to another one: what runs keeps its times, what waits is queued there.
   * The maintenance repeats it for those that have changed in between.
   */
  async join(from: Types.ObjectId, into: Types.ObjectId): Promise<void> {
    const now = await this.clock.now();
    const rows = await this.grants.findRows(from);
    const startOf = ({ grant }: PurchaseRecord) => grant?.startsAt.getTime() ?? 0;
    for (const purchase of rows.toSorted((one, other) => startOf(one) - startOf(other))) {
      await this.grants.changePractice(purchase, into, await this.toJoined(purchase, into, now));
    }
    await this.reschedule(into, now);
  }

  /** What waits in a practice begins again after what has come to it. */
  private async reschedule(practice: Types.ObjectId, now: number): Promise<void> {
    const grants = await this.grants.findGrants(practice);
    const queued = grants.filter((grant) => isQueued(grant, now)).sort(compareByStart);
    const placed = grants.filter((grant) => !isQueued(grant, now));
    let seq = nextSeq(grants);
    for (const grant of queued) {
      const length = durationMs(grant.item);
      const startsAt = computeStart({ plan: grant.plan, length }, placed, now);
      const moved = { ...grant, seq, startsAt, endsAt: startsAt + length };
      placed.push(moved);
      if (startsAt === grant.startsAt) continue;
      await this.grants.replace(grant, practice, {
        seq,
        startsAt: new Date(startsAt),
        endsAt: new Date(moved.endsAt),
      });
      seq += 1;
    }
  }

  private async toJoined(
    purchase: PurchaseRecord,
    into: Types.ObjectId,
    now: number,
  ): Promise<Grant | undefined> {
    const { grant, state } = purchase;
    if (!grant) return undefined;
    const queued = await this.buildGrant(purchase, into, now);
    const isWaiting = state === 'paid' && grant.startsAt.getTime() > now;
    return isWaiting ? { ...queued, claimedAt: grant.claimedAt } : { ...grant, seq: queued.seq };
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
    await this.renewUnpaidCodes(practice);
    const grant = await this.buildGrant(purchase, practice, now, from);
    const event = this.outbox.entry(purchaseEvents.activated, {
      orderId: _id.toHexString(),
      item,
      startsAt: grant.startsAt.toISOString(),
      endsAt: grant.endsAt.toISOString(),
    });
    return this.grants.insert(purchase, grant, event);
  }

  /**
   * A code is shown before its order is paid. Who ordered at this computer before and did not pay must not
   * open the practice of the one who pays.
   */
  private async renewUnpaidCodes(practice: Types.ObjectId): Promise<void> {
    const key = await this.installation.getKey();
    for (const order of await this.grants.findUnpaid(practice))
      await this.grants.changeCode(order, nextAccessCode(key, order));
  }

  private async buildGrant(
    { item }: PurchaseRecord,
    practice: Types.ObjectId,
    now: number,
    from = now,
  ): Promise<Grant> {
    const grants = await this.grants.findGrants(practice);
    const length = durationMs(item);
    const startsAt = computeStart({ plan: purchaseItems[item].plan, length }, grants, from);
    return {
      seq: nextSeq(grants),
      claimedAt: new Date(now),
      startsAt: new Date(startsAt),
      endsAt: new Date(startsAt + length),
    };
  }
}
