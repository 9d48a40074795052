import { setTimeout as pause } from 'node:timers/promises';
import { Outbox, retryOnConflict, type OutboxEntry } from '@ctdb/chassis';
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

/** Between two attempts of writers of the same browser. */
const MAX_PAUSE_MS = 10;
const CLAIM_MS = ACTIVATION_PERIOD_DAYS * 86_400_000;

/** Purchases that were paid before this time and never activated are forfeited. */
export const claimCutoff = (now: number): Date => new Date(now - CLAIM_MS);

/**
 * Schedules the access of purchases. Each grant has a sequence number that is unique for its
 * browser: if two writers read the same ledger, the write of one fails, and this one retries.
 */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly grants: GrantsRepository,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
    private readonly mutex: KeyedMutex,
  ) {}

  /** Activates or queues a paid purchase for a browser, unless it has a grant already. */
  claim(purchase: PurchaseRecord, holder: string): Promise<PurchaseWithGrant> {
    return this.mutex.runExclusive(holder, () => this.activate(purchase, holder));
  }

  /** Moves a purchase to another browser. Running access keeps its times; other access is queued. */
  move(purchase: PurchaseRecord, holder: string): Promise<PurchaseWithGrant> {
    return this.mutex.runExclusive(holder, () => this.transfer(purchase, holder));
  }

  private activate({ _id }: PurchaseRecord, holder: string): Promise<PurchaseWithGrant> {
    return this.retryOnConflict(_id, async (purchase, now) => {
      if (purchase.state !== 'paid') throw new DomainError('PURCHASE_ENDED');
      if (hasGrant(purchase)) return purchase;
      if (!purchase.paidAt || purchase.paidAt <= claimCutoff(now))
        throw new DomainError('PURCHASE_ENDED');
      const grant = await this.buildGrant(purchase, holder, now);
      return this.grants.grant(purchase, { grant, event: this.event(purchase, 'begun', grant) });
    });
  }

  private transfer({ _id }: PurchaseRecord, holder: string): Promise<PurchaseWithGrant> {
    return this.retryOnConflict(_id, async (purchase, now) => {
      if (!hasGrant(purchase)) {
        const claimed = await this.activate(purchase, holder);
        // Another browser activated it just now: read again and transfer it.
        return claimed.grant.holder === holder ? claimed : null;
      }
      const { grant } = purchase;
      if (purchase.state !== 'paid' || grant.endsAt.getTime() <= now)
        throw new DomainError('PURCHASE_ENDED');
      if (grant.holder === holder) return purchase;
      const place = await this.buildGrant(purchase, holder, now);
      const { claimedAt, startsAt, endsAt } = grant;
      const from = [...(grant.from ?? []), grant.holder];
      const times = startsAt.getTime() <= now ? { startsAt, endsAt } : {};
      const moved = { ...place, claimedAt, ...times, from };
      return this.grants.move(purchase, {
        grant: moved,
        event: this.event(purchase, 'moved', moved),
      });
    });
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

  private async buildGrant({ item }: PurchaseRecord, holder: string, now: number): Promise<Grant> {
    const grants = await this.grants.findGrants(holder);
    const length = durationMs(item);
    const startsAt = computeStart({ plan: purchaseItems[item].plan, length }, grants, now);
    return {
      holder,
      seq: nextSeq(grants),
      claimedAt: new Date(now),
      startsAt: new Date(startsAt),
      endsAt: new Date(startsAt + length),
    };
  }

  private event(
    { _id, item }: PurchaseRecord,
    kind: 'begun' | 'moved',
    { startsAt, endsAt }: Grant,
  ): OutboxEntry {
    const orderId = _id.toHexString();
    if (kind === 'moved') return this.outbox.entry(purchaseEvents.moved, { orderId, item });
    return this.outbox.entry(purchaseEvents.activated, {
      orderId,
      item,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    });
  }

  /** Reads the purchase and calls `attempt` until its write has no conflict. */
  private retryOnConflict(
    id: PurchaseRecord['_id'],
    attempt: (purchase: PurchaseRecord, now: number) => Promise<PurchaseRecord | null>,
  ): Promise<PurchaseWithGrant> {
    return retryOnConflict(async () => {
      const purchase = await this.purchases.findById(id);
      if (!purchase) throw new DomainError('NOT_FOUND', { kind: 'order' });
      const done = await attempt(purchase, await this.clock.now());
      if (hasGrant(done)) return done;
      await pause(Math.random() * MAX_PAUSE_MS);
      return null;
    });
  }
}
