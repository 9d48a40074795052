import { AppLogger } from '@ctdb/chassis';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { RedisClock } from '../clock/redis-clock.js';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { PassesService } from '../passes/passes.service.js';
import { CheckoutService } from '../payments/checkout.service.js';
import type { PurchaseDocument } from '../purchases/purchase.schema.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { FinishingService, unfinishedStates } from './finishing.service.js';

/** Purchases that one process finishes at a time, of each state. */
const AT_ONCE = 16;
/** An order that is unpaid for this long expires. */
const ABANDONED_AFTER_MS = 6 * 3_600_000;

/**
 * Finishes what a crash, a lost answer or a slow provider has left. Every process does; the leases
 * let one alone work on a purchase. A round waits for none of them, so a slow one holds up no other.
 */
@Injectable()
export class Reconciler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private readonly busy = new Map<string, Promise<void>>();

  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly finishing: FinishingService,
    private readonly passes: PassesService,
    private readonly checkout: CheckoutService,
    private readonly clock: RedisClock,
    private readonly logger: AppLogger,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule(0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await Promise.allSettled(this.busy.values());
  }

  /** With some jitter, so that several processes do not look at the same moment. */
  private schedule(wait: number): void {
    this.timer = setTimeout(
      () => {
        void this.round().finally(() => {
          if (this.timer) this.schedule(this.config.reconcileMs);
        });
      },
      wait * (0.8 + 0.4 * Math.random()),
    ).unref();
  }

  /** Each part by itself: one that fails keeps no other from its turn. */
  private async round(): Promise<void> {
    await this.part('unpaid orders', () => this.expire());
    await this.part('passes', () => this.passes.sweep());
    await this.part('payments', () => this.begin());
  }

  private async part(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn(`the reconciler could not look after ${name}`, error, {
        event: 'reconciler-failed',
      });
    }
  }

  private async expire(): Promise<void> {
    const now = await this.clock.now();
    const count = await this.purchases.expire(now - ABANDONED_AFTER_MS, now);
    if (count > 0) this.logger.info('orders were given up', { count, event: 'orders-abandoned' });
  }

  private async begin(): Promise<void> {
    if (this.checkout.mode === 'off') return;
    const now = await this.clock.now();
    if (!this.timer) return;
    for (const state of unfinishedStates)
      for (const purchase of await this.purchases.unfinished(state, now, AT_ONCE))
        this.keepBusy(purchase, () => this.finishing.finish(purchase, state));
    for (const purchase of await this.purchases.unpaid(now - ABANDONED_AFTER_MS, now, AT_ONCE))
      this.keepBusy(purchase, () => this.finishing.giveUp(purchase));
  }

  private keepBusy({ _id }: PurchaseDocument, begin: () => Promise<void>): void {
    const id = _id.toHexString();
    if (this.busy.has(id)) return;
    const work = begin();
    this.busy.set(id, work);
    void work.finally(() => this.busy.delete(id));
  }
}
