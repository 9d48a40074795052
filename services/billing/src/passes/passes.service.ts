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

/** Activated access with its times. */
export interface BegunAccess {
  plan: Plan;
  startsAt: Date;
  expiresAt: Date;
}

const BATCH_SIZE = 100;
/** Refunds of this period are checked in Redis, because a failover may restore an old pass. */
const RECHECK_WINDOW_MS = 86_400_000;

/**
 * Activates, ends and moves the access of purchases; the rules are in `schedule.ts` and
 * `claims.service.ts`.
 */
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
   * Activates a paid purchase for the browser that ordered it, or queues it behind running access.
   * Running access keeps its times. `PURCHASE_ENDED` if it was refunded or activated too late.
   */
  async begin(purchaseId: string): Promise<BegunAccess> {
    const purchase = await this.grants.find(purchaseId);
    if (!purchase) throw new DomainError('NOT_FOUND', { kind: 'order' });
    return this.finishActivation(await this.claims.claim(purchase, purchase.orderedBy));
  }

  /** Moves a paid purchase to another browser; the previous browser loses it at once. */
  async move(purchase: PurchaseDocument, holder: string): Promise<BegunAccess> {
    return this.finishActivation(await this.claims.move(purchase, holder));
  }

  /** Ends the access of a refunded purchase; queued grants move forward. */
  async end(purchaseId: string): Promise<void> {
    const purchase = await this.grants.find(purchaseId);
    if (purchase) await this.finish(purchase);
  }

  /** Returns the current pass of a browser and rewrites its key in Redis. */
  resume(holder: string): Promise<PassRecord | null> {
    return this.store.refresh(holder);
  }

  /** Activates all paid purchases of a browser that have no grant. */
  async claimAll(holder: string): Promise<PassRecord | null> {
    const since = claimHorizon(await this.clock.now());
    for (const purchase of await this.grants.unclaimedOf(holder, since)) {
      await this.claims.claim(purchase, holder).then(
        (claimed) => this.finishActivation(claimed),
        (error: unknown) => this.ignorePurchaseEnded(error),
      );
    }
    return this.store.refresh(holder);
  }

  /** Periodic maintenance: pending work, refunded passes, expired subscriptions. */
  async sweep(): Promise<void> {
    for (const purchase of await this.due.find(BATCH_SIZE))
      await this.logErrors('work of a purchase is still to be done', () => this.finish(purchase));
    await this.logErrors('refunded passes could not be checked', () => this.recheckRefunded());
    await this.logErrors('subscriptions are still to be ended', () => this.subscriptions.expire());
  }

  private async finishActivation(purchase: GrantedPurchase): Promise<BegunAccess> {
    const { item, grant } = purchase;
    if (purchase.due.length > 0) {
      this.outbox.relaySoon();
      await this.refreshCache(purchase);
      // The access is active; if this fails, the sweep repeats it.
      await this.logErrors('a row of a buyer is still to be written', () =>
        this.syncSubscription(purchase),
      );
    }
    return { plan: purchaseItems[item].plan, startsAt: grant.startsAt, expiresAt: grant.endsAt };
  }

  /** Updates queues, Redis and the buyer's row from the ledger. */
  private async finish(purchase: PurchaseDocument): Promise<void> {
    await this.refreshCache(purchase);
    await this.syncSubscription(purchase);
  }

  /** The last step of the pending work. */
  private async syncSubscription(purchase: PurchaseDocument): Promise<void> {
    await this.subscriptions.follow(purchase);
    await this.due.done(purchase);
  }

  private async refreshCache({ grant }: PurchaseDocument): Promise<void> {
    if (!grant) return;
    for (const holder of new Set([...(grant.from ?? []), grant.holder])) {
      await this.claims.settle(holder);
      await this.store.correct(holder);
    }
  }

  private async recheckRefunded(): Promise<void> {
    const now = await this.clock.now();
    const since = new Date(now - RECHECK_WINDOW_MS);
    for (const holder of await this.due.holdersOfRefunded(since, new Date(now)))
      if (!(await this.store.isRight(holder, now))) await this.store.correct(holder);
  }

  private ignorePurchaseEnded(error: unknown): void {
    // The purchase was refunded or expired in the meantime.
    if (!(error instanceof DomainError) || error.code !== 'PURCHASE_ENDED') throw error;
  }

  private async logErrors(message: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn(message, error);
    }
  }
}
