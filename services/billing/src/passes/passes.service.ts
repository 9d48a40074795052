import { AppLogger, Outbox } from '@ctdb/chassis';
import { DomainError, purchaseItems, type PassRecord, type Plan } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { claimHorizon, ClaimsService, type GrantedPurchase } from './claims.service.js';
import { DueRepository } from './due.repository.js';
import { GrantsRepository } from './grants.repository.js';
import { PassStore } from './pass-store.js';

/** Access that a purchase gives, with its times. */
export interface BegunAccess {
  plan: Plan;
  startsAt: Date;
  expiresAt: Date;
}

const DUE_AT_ONCE = 100;
/** For how long Redis is checked again after a refund, should a failover have brought a pass back. */
const RECHECK_MS = 86_400_000;

/** Begins, ends and moves the access that purchases give; see the rooms beside for the rules. */
@Injectable()
export class PassesService {
  constructor(
    private readonly claims: ClaimsService,
    private readonly grants: GrantsRepository,
    private readonly due: DueRepository,
    private readonly store: PassStore,
    private readonly subscriptions: SubscriptionsService,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  /**
   * Begins a paid purchase for the browser that ordered it, or queues it behind what runs there;
   * one that has begun keeps its times. `PURCHASE_ENDED` where it was refunded, or waited too long.
   */
  async begin(purchaseId: string): Promise<BegunAccess> {
    const purchase = await this.grants.find(purchaseId);
    if (!purchase) throw new DomainError('NOT_FOUND', { kind: 'order' });
    return this.handOut(await this.claims.claim(purchase, purchase.orderedBy));
  }

  /** Gives a paid purchase to another browser; the one that held it loses it at once. */
  async move(purchase: PurchaseDocument, holder: string): Promise<BegunAccess> {
    return this.handOut(await this.claims.move(purchase, holder));
  }

  /** Ends the access of a purchase that was refunded; what was queued behind it moves forward. */
  async end(purchaseId: string): Promise<void> {
    const purchase = await this.grants.find(purchaseId);
    if (purchase) await this.finish(purchase);
  }

  /** What a browser may do now; its key in Redis is set again. */
  resume(holder: string): Promise<PassRecord | null> {
    return this.store.refresh(holder);
  }

  /** Begins what a browser has paid for and not begun. */
  async claimAll(holder: string): Promise<PassRecord | null> {
    const since = claimHorizon(await this.clock.now());
    for (const purchase of await this.grants.unclaimedOf(holder, since)) {
      await this.claims.claim(purchase, holder).then(
        (claimed) => this.handOut(claimed),
        (error: unknown) => this.unlessEnded(error),
      );
    }
    return this.store.refresh(holder);
  }

  /** Does what is due, and looks after what time or a crash has changed. */
  async sweep(): Promise<void> {
    for (const purchase of await this.due.find(DUE_AT_ONCE))
      await this.quietly('work of a purchase is still to be done', () => this.finish(purchase));
    await this.quietly('refunded passes could not be checked', () => this.recheckRefunded());
    await this.quietly('subscriptions are still to be ended', () => this.subscriptions.expire());
  }

  private async handOut(purchase: GrantedPurchase): Promise<BegunAccess> {
    const { item, grant } = purchase;
    if (purchase.due.length > 0) {
      this.outbox.kick();
      await this.correct(purchase);
      // The access is there; the rest is finished later, should it fail now.
      await this.quietly('a row of a buyer is still to be written', () => this.follow(purchase));
    }
    return { plan: purchaseItems[item].plan, startsAt: grant.startsAt, expiresAt: grant.endsAt };
  }

  /** Brings queues, Redis and the buyer's row in line with the ledger. */
  private async finish(purchase: PurchaseDocument): Promise<void> {
    await this.correct(purchase);
    await this.follow(purchase);
  }

  /** The last of what is due. */
  private async follow(purchase: PurchaseDocument): Promise<void> {
    await this.subscriptions.follow(purchase);
    await this.due.done(purchase);
  }

  private async correct({ grant }: PurchaseDocument): Promise<void> {
    if (!grant) return;
    for (const holder of new Set([...(grant.from ?? []), grant.holder])) {
      await this.claims.settle(holder);
      await this.store.correct(holder);
    }
  }

  private async recheckRefunded(): Promise<void> {
    const now = await this.clock.now();
    const since = new Date(now - RECHECK_MS);
    for (const holder of await this.due.holdersOfRefunded(since, new Date(now)))
      if (!(await this.store.isRight(holder, now))) await this.store.correct(holder);
  }

  private unlessEnded(error: unknown): void {
    // Refunded since it was found, or its last moment has passed.
    if (!(error instanceof DomainError) || error.code !== 'PURCHASE_ENDED') throw error;
  }

  private async quietly(complaint: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn(complaint, error);
    }
  }
}
