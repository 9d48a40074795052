import { setTimeout as pause } from 'node:timers/promises';
import { Outbox, type OutboxEntry } from '@ctdb/chassis';
import {
  ACTIVATION_PERIOD_DAYS,
  DomainError,
  purchaseEvents,
  purchaseItems,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import type { Grant, PurchaseDocument } from '../purchases/purchase.schema.js';
import type { Granted } from './grant.mapper.js';
import { GrantsRepository } from './grants.repository.js';
import { lengthOf, nextAdvance, nextSeq, startOf } from './schedule.js';
import { Turns } from './turns.js';

const MAX_ATTEMPTS = 100;
const CLAIM_MS = ACTIVATION_PERIOD_DAYS * 86_400_000;

/** A stored purchase with a grant. */
export type GrantedPurchase = PurchaseDocument & Granted;

const isGranted = (purchase: PurchaseDocument | null): purchase is GrantedPurchase =>
  purchase?.grant !== undefined;

/** Purchases that were paid before this time and never activated are forfeited. */
export const claimHorizon = (now: number): Date => new Date(now - CLAIM_MS);

/**
 * Schedules the access of purchases. Each grant has a sequence number that is unique for its
 * browser: if two writers read the same ledger, the write of one fails, and this one retries.
 */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
    private readonly turns: Turns,
  ) {}

  /** Activates or queues a paid purchase for a browser, unless it has a grant already. */
  claim(purchase: Pick<PurchaseDocument, '_id'>, holder: string): Promise<GrantedPurchase> {
    return this.turns.take(holder, () => this.begin(purchase, holder));
  }

  /** Moves a purchase to another browser. Running access keeps its times; other access is queued. */
  move(purchase: Pick<PurchaseDocument, '_id'>, holder: string): Promise<GrantedPurchase> {
    return this.turns.take(holder, () => this.transfer(purchase, holder));
  }

  private begin({ _id }: Pick<PurchaseDocument, '_id'>, holder: string): Promise<GrantedPurchase> {
    return this.retryOnConflict(_id, async (purchase, now) => {
      if (purchase.state !== 'paid') throw new DomainError('PURCHASE_ENDED');
      if (isGranted(purchase)) return purchase;
      if (!purchase.paidAt || purchase.paidAt <= claimHorizon(now))
        throw new DomainError('PURCHASE_ENDED');
      const grant = await this.buildGrant(purchase, holder, now);
      const begun = this.event(purchase, 'begun', grant);
      return this.grants.give(purchase, { grant, event: begun });
    });
  }

  private transfer(
    { _id }: Pick<PurchaseDocument, '_id'>,
    holder: string,
  ): Promise<GrantedPurchase> {
    return this.retryOnConflict(_id, async (purchase, now) => {
      const { grant } = purchase;
      if (!isGranted(purchase) || !grant) {
        const claimed = await this.begin(purchase, holder);
        // Another browser activated it just now: read again and transfer it.
        return claimed.grant.holder === holder ? claimed : null;
      }
      const hasEnded = purchase.state !== 'paid' || grant.endsAt.getTime() <= now;
      if (hasEnded) throw new DomainError('PURCHASE_ENDED');
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
  async settle(holder: string): Promise<void> {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const now = await this.clock.now();
      const holdings = await this.grants.holdingsOf(holder);
      const advance = nextAdvance(holdings, now);
      if (!advance) return;
      const startsAt = new Date(advance.startsAt);
      const endsAt = new Date(advance.startsAt + lengthOf(advance.holding.item));
      await this.grants.replace(advance.holding, holder, {
        seq: nextSeq(holdings),
        startsAt,
        endsAt,
      });
    }
    throw new Error('the queue of a browser could not be settled');
  }

  private async buildGrant(
    { item }: PurchaseDocument,
    holder: string,
    now: number,
  ): Promise<Grant> {
    const holdings = await this.grants.holdingsOf(holder);
    const length = lengthOf(item);
    const startsAt = startOf({ plan: purchaseItems[item].plan, length }, holdings, now);
    return {
      holder,
      seq: nextSeq(holdings),
      claimedAt: new Date(now),
      startsAt: new Date(startsAt),
      endsAt: new Date(startsAt + length),
    };
  }

  private event(
    { _id, item }: PurchaseDocument,
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
  private async retryOnConflict(
    id: PurchaseDocument['_id'],
    attempt: (purchase: PurchaseDocument, now: number) => Promise<PurchaseDocument | null>,
  ): Promise<GrantedPurchase> {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const purchase = await this.grants.find(id.toHexString());
      if (!purchase) throw new DomainError('NOT_FOUND', { kind: 'order' });
      const done = await attempt(purchase, await this.clock.now());
      if (isGranted(done)) return done;
      await pause(Math.random() * 10);
    }
    throw new Error('a purchase could not be given to its browser');
  }
}
