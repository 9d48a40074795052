import { setTimeout as pause } from 'node:timers/promises';
import { Outbox, retryOnConflict } from '@ctdb/chassis';
import {
  ACTIVATION_PERIOD_DAYS,
  DomainError,
  purchaseEvents,
  purchaseItems,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Grant, PurchaseRecord } from '../purchases/purchase.record.js';
import { RedisClock } from '../redis-clock.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { hasGrant, type PurchaseWithGrant } from './grant-period.js';
import { GrantsRepository } from './grants.repository.js';
import { KeyedMutex } from './keyed-mutex.js';
import { durationMs, nextReschedule, nextSeq, computeStart } from './schedule.js';
import { isPlan, normalizeEmail } from './subscription.js';

/** Between two attempts of writers of the same browser. */
const MAX_PAUSE_MS = 10;
const ACTIVATION_PERIOD_MS = ACTIVATION_PERIOD_DAYS * 86_400_000;

/** Purchases that were paid before this time and never activated are forfeited. */
export const activationCutoff = (now: number): Date => new Date(now - ACTIVATION_PERIOD_MS);

/**
 * Schedules the access of purchases. Each grant has a sequence number that is unique for its
 * browser: if two writers read the same ledger, the write of one fails, and this one retries.
 */
@Injectable()
export class GrantsService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly grants: GrantsRepository,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
    private readonly mutex: KeyedMutex,
  ) {}

  /** Activates or queues a paid purchase for the browser that ordered it, unless it has a grant already. */
  activate(purchase: PurchaseRecord, holder: string): Promise<PurchaseWithGrant> {
    return this.write(purchase, holder, (read, now) => this.tryActivate(read, holder, now, true));
  }

  /** Running access keeps its times; other access is queued. */
  transfer(purchase: PurchaseRecord, holder: string): Promise<PurchaseWithGrant> {
    return this.write(purchase, holder, (read, now) =>
      hasGrant(read)
        ? this.tryTransfer(read, holder, now)
        : this.tryActivate(read, holder, now, read.orderedBy === holder),
    );
  }

  /** Moves queued grants forward after a refund. */
  async advanceQueue(holder: string): Promise<void> {
    await retryOnConflict(async () => {
      const grants = await this.grants.findGrants(holder);
      const next = nextReschedule(grants, await this.clock.now());
      if (!next) return true;
      const { grant, startsAt } = next;
      await this.grants.replace(grant, holder, {
        seq: nextSeq(grants),
        startsAt: new Date(startsAt),
        endsAt: new Date(startsAt + durationMs(grant.item)),
      });
      return null;
    });
  }

  private async tryActivate(
    purchase: PurchaseRecord,
    holder: string,
    now: number,
    hasOrdered: boolean,
  ): Promise<PurchaseRecord | null> {
    if (purchase.state !== 'paid') throw new DomainError('PURCHASE_ENDED');
    if (hasGrant(purchase)) return purchase;
    const { _id, item, paidAt, takenAt } = purchase;
    // A plan whose record was lost has run since it was paid.
    const from = takenAt && isPlan(item) ? Math.min(takenAt.getTime(), now) : now;
    if (!paidAt || paidAt <= activationCutoff(from)) throw new DomainError('PURCHASE_ENDED');
    const grant = await this.buildGrant(purchase, holder, now, from);
    // After the grants were read: a plan that is activated meanwhile has the sequence number.
    const continues = hasOrdered ? await this.findContinued(purchase, holder) : undefined;
    const event = this.outbox.entry(purchaseEvents.activated, {
      orderId: _id.toHexString(),
      item,
      startsAt: grant.startsAt.toISOString(),
      endsAt: grant.endsAt.toISOString(),
    });
    return this.grants.insert(purchase, { grant, continues, event });
  }

  /**
   * A typed address proves nothing; that the browser which ordered has a plan of the same address proves
   * its buyer. Another browser may get a plan that a stranger has bought with its buyer's address, and
   * who can take it back by its receipt code.
   */
  private async findContinued(
    { item, payerEmail, isPayerUnverified }: PurchaseRecord,
    holder: string,
  ): Promise<string | undefined> {
    if (!isPlan(item) || !isPayerUnverified) return undefined;
    const plans = await this.grants.findPlans(holder);
    // The first one: a later one may be of another person, who typed the same address.
    const former = plans.findLast(({ payerEmail: known, contactEmail }) =>
      [known, contactEmail].some((one) => one !== undefined && normalizeEmail(one) === payerEmail),
    );
    return former && (former.continues ?? former._id.toHexString());
  }

  private async tryTransfer(
    purchase: PurchaseWithGrant,
    holder: string,
    now: number,
  ): Promise<PurchaseRecord | null> {
    const { _id, item, state, grant } = purchase;
    const { claimedAt, startsAt, endsAt } = grant;
    if (state !== 'paid' || endsAt.getTime() <= now) throw new DomainError('PURCHASE_ENDED');
    if (grant.holder === holder) return purchase;
    const queued = await this.buildGrant(purchase, holder, now);
    const from = [...(grant.from ?? []), grant.holder];
    const times = startsAt.getTime() <= now ? { startsAt, endsAt } : {};
    return this.grants.transfer(purchase, {
      grant: { ...queued, claimedAt, ...times, from },
      event: this.outbox.entry(purchaseEvents.moved, { orderId: _id.toHexString(), item }),
    });
  }

  private async buildGrant(
    { item }: PurchaseRecord,
    holder: string,
    now: number,
    from = now,
  ): Promise<Grant> {
    const grants = await this.grants.findGrants(holder);
    const length = durationMs(item);
    const startsAt = computeStart({ plan: purchaseItems[item].plan, length }, grants, from);
    return {
      holder,
      seq: nextSeq(grants),
      claimedAt: new Date(now),
      startsAt: new Date(startsAt),
      endsAt: new Date(startsAt + length),
    };
  }

  /** Reads the purchase and calls `attempt` until its write has no conflict. */
  private write(
    { _id }: PurchaseRecord,
    holder: string,
    attempt: (read: PurchaseRecord, now: number) => Promise<PurchaseRecord | null>,
  ): Promise<PurchaseWithGrant> {
    const attemptOnce = async () => {
      const read = await this.purchases.findById(_id);
      if (!read) throw new DomainError('NOT_FOUND', { kind: 'order' });
      const written = await attempt(read, await this.clock.now());
      if (hasGrant(written)) return written;
      await pause(Math.random() * MAX_PAUSE_MS);
      return null;
    };
    return this.mutex.runExclusive(holder, () => retryOnConflict(attemptOnce));
  }
}
