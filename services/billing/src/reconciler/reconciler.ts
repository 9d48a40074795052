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

/** Purchases per state that one run starts. */
const BATCH_SIZE = 16;
/** An order that is unpaid for this long expires. */
const ORDER_EXPIRY_MS = 6 * 3_600_000;

/**
 * Finishes purchases after a crash, a lost answer or a slow provider. It runs in every process; a
 * lease allows one worker per purchase. A run does not wait for purchases, so a slow one blocks no other.
 */
@Injectable()
export class Reconciler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private readonly inProgress = new Map<string, Promise<void>>();

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
    await Promise.allSettled(this.inProgress.values());
  }

  /** With jitter, so that several processes do not run at the same time. */
  private schedule(wait: number): void {
    this.timer = setTimeout(
      () => {
        void this.runOnce().finally(() => {
          if (this.timer) this.schedule(this.config.reconcileMs);
        });
      },
      wait * (0.8 + 0.4 * Math.random()),
    ).unref();
  }

  /** A failed part does not stop the next one. */
  private async runOnce(): Promise<void> {
    await this.runPart('unpaid orders', () => this.expire());
    await this.runPart('passes', () => this.passes.sweep());
    await this.runPart('payments', () => this.startUnfinished());
  }

  private async runPart(name: string, work: () => Promise<void>): Promise<void> {
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
    const count = await this.purchases.expire(now - ORDER_EXPIRY_MS, now);
    if (count > 0) this.logger.info('orders were given up', { count, event: 'orders-abandoned' });
  }

  private async startUnfinished(): Promise<void> {
    if (this.checkout.mode === 'off') return;
    const now = await this.clock.now();
    if (!this.timer) return;
    for (const state of unfinishedStates)
      for (const purchase of await this.purchases.unfinished(state, now, BATCH_SIZE))
        this.startWork(purchase, () => this.finishing.finish(purchase, state));
    for (const purchase of await this.purchases.unpaid(now - ORDER_EXPIRY_MS, now, BATCH_SIZE))
      this.startWork(purchase, () => this.finishing.giveUp(purchase));
  }

  private startWork({ _id }: PurchaseDocument, begin: () => Promise<void>): void {
    const id = _id.toHexString();
    if (this.inProgress.has(id)) return;
    const work = begin();
    this.inProgress.set(id, work);
    void work.finally(() => this.inProgress.delete(id));
  }
}
