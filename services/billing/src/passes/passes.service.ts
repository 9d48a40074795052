import { AppLogger, Outbox } from '@ctdb/chassis';
import { DomainError, type GrantedPass } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { PracticesRepository } from '../practices/practices.repository.js';
import type { PurchaseRecord } from '../purchases/purchase.record.js';
import { RedisClock } from '../redis-clock.js';
import { activationCutoff, GrantsService } from './grants.service.js';
import type { PurchaseWithGrant } from './grant-period.js';
import { GrantsRepository } from './grants.repository.js';
import { PassCache, type FoundPass } from './pass-cache.js';
import { toGrantedPass } from './purchase.mapper.js';
import { SubscriptionsService } from './subscriptions.service.js';

const BATCH_SIZE = 100;
/** Refunds of this period are checked in Redis, because a failover may restore an old pass. */
const RECHECK_WINDOW_MS = 86_400_000;

/**
 * Activates and revokes the access of purchases; the rules are in `schedule.ts` and
 * `grants.service.ts`.
 */
@Injectable()
export class PassesService {
  constructor(
    private readonly grants: GrantsService,
    private readonly repository: GrantsRepository,
    private readonly practices: PracticesRepository,
    private readonly cache: PassCache,
    private readonly subscriptions: SubscriptionsService,
    private readonly clock: RedisClock,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  /**
   * Activates a paid purchase in its practice, or queues it behind running access. `PURCHASE_ENDED` if it
   * was refunded or activated too late.
   */
  async activate(purchase: PurchaseRecord): Promise<GrantedPass> {
    return this.finishActivation(await this.grants.activate(purchase));
  }

  /**
   * Does the pending work of a purchase, as read: queues, Redis and the buyer's row follow the
   * ledger. It ends the access of a refunded purchase; queued grants move forward.
   */
  async syncWithLedger(purchase: PurchaseRecord): Promise<void> {
    await this.refreshCache(purchase);
    await this.subscriptions.syncBuyer(purchase);
    await this.repository.clearPendingWork(purchase);
  }

  /** Returns the current pass of a browser, or why it has none, and rewrites its key in Redis. */
  getActivePass(browser: string): Promise<FoundPass> {
    return this.cache.refresh(browser);
  }

  /** Activates all paid purchases of the browser's practice that have no grant. */
  async activateUnclaimed(
    browser: string,
    practice: Types.ObjectId | undefined,
  ): Promise<FoundPass & { hasActivated: boolean }> {
    const since = activationCutoff(await this.clock.now());
    const unclaimed = practice ? await this.repository.findUnclaimed(practice, since) : [];
    for (const purchase of unclaimed) {
      await this.activate(purchase).catch((error: unknown) => this.ignorePurchaseEnded(error));
    }
    return { ...(await this.cache.refresh(browser)), hasActivated: unclaimed.length > 0 };
  }

  /** Periodic maintenance: pending work, refunded passes, expired subscriptions. */
  async runMaintenance(): Promise<void> {
    for (const purchase of await this.repository.findPendingWork(BATCH_SIZE))
      await this.logErrors('follow-up work of a purchase', () => this.syncWithLedger(purchase));
    await this.logErrors('checking refunded passes', () => this.recheckRefunded());
    await this.logErrors('ending expired subscriptions', () => this.subscriptions.expire());
  }

  private async finishActivation(purchase: PurchaseWithGrant): Promise<GrantedPass> {
    if (purchase.due.length > 0) {
      this.outbox.relaySoon();
      // If it fails, the access is active nevertheless, and the maintenance repeats it.
      const isStored = await this.logErrors('updating a buyer account', () =>
        this.subscriptions.syncBuyer(purchase),
      );
      await this.refreshCache(purchase);
      if (isStored)
        await this.logErrors('ending the work of a purchase', () =>
          this.repository.clearPendingWork(purchase),
        );
    }
    return toGrantedPass(purchase);
  }

  private async refreshCache({ grant, practice }: PurchaseRecord): Promise<void> {
    if (!grant) return;
    await this.grants.advanceQueue(practice);
    const { browser } = (await this.practices.findById(practice)) ?? {};
    if (browser) await this.cache.refreshUntilWritten(browser);
  }

  private async recheckRefunded(): Promise<void> {
    const now = await this.clock.now();
    const since = new Date(now - RECHECK_WINDOW_MS);
    for (const id of await this.repository.findRefundedPractices(since, new Date(now))) {
      const { browser } = (await this.practices.findById(id)) ?? {};
      if (browser && !(await this.cache.isConsistent(browser, now)))
        await this.cache.refreshUntilWritten(browser);
    }
  }

  private ignorePurchaseEnded(error: unknown): void {
    // The purchase was refunded or expired in the meantime.
    if (!(error instanceof DomainError) || error.code !== 'PURCHASE_ENDED') throw error;
  }

  /** Whether it succeeded. */
  private async logErrors(name: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.logger.warn(`${name} failed, retrying`, error);
      return false;
    }
  }
}
