import { AppLogger, Metrics } from '@ctdb/chassis';
import { JobProcessor } from '@ctdb/chassis/jobs';
import { InjectQueue, Processor } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { SessionRevoker } from '../accounts/session-revoker.js';
import { LostAccessService } from '../access/lost-access.service.js';
import { PracticeDataService } from '../access/practice-data.service.js';
import { PracticesService } from '../access/practices.service.js';
import { PassesService } from '../passes/passes.service.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { ReceiptsService } from '../receipts/receipts.service.js';
import {
  ORDER_RETENTION_MS,
  PurchaseRecoveryService,
  UNOPENED_EXPIRY_MS,
  unfinishedStates,
} from './purchase-recovery.service.js';

/** Name of the queue of purchases to recover. */
export const PAYMENTS_QUEUE = 'payments';
/** Name of the queue of periodic work. */
export const MAINTENANCE_QUEUE = 'maintenance';

/** Recovers purchases, each under its lease: the buyer's own capture does not pass the queue. */
@Processor(PAYMENTS_QUEUE, { concurrency: 16 })
export class PaymentsProcessor extends JobProcessor {
  constructor(
    private readonly purchases: PurchaseRecoveryService,
    logger: AppLogger,
  ) {
    super(logger);
  }

  process({ data }: Job<{ id: string }>): Promise<void> {
    return this.purchases.recover(data.id);
  }
}

/**
 * The periodic work of billing. It queues the purchases to recover; Redis may lose them, because
 * the next run queues them again.
 */
@Processor(MAINTENANCE_QUEUE)
export class Reconciler extends JobProcessor {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly recovery: PurchaseRecoveryService,
    private readonly passes: PassesService,
    private readonly practices: PracticesService,
    private readonly lostAccess: LostAccessService,
    private readonly practiceData: PracticeDataService,
    private readonly sessions: SessionRevoker,
    private readonly receipts: ReceiptsService,
    logger: AppLogger,
    @InjectQueue(PAYMENTS_QUEUE) private readonly queue: Queue<{ id: string }>,
  ) {
    super(logger);
  }

  /** A failed step does not stop the next one. */
  async process(): Promise<void> {
    await this.sessions.revokePending();
    await this.runStep('unpaid orders', () => this.expireOrders());
    await this.runStep('passes', () => this.passes.runMaintenance());
    await this.runStep('practices', () => this.practices.runMaintenance());
    await this.runStep('joined practices', () => this.lostAccess.runMaintenance());
    await this.runStep('erasures', () => this.practiceData.runMaintenance());
    await this.runStep('payments', () => this.queuePurchases());
    await this.runStep('receipts', () => this.receipts.issueDue());
  }

  private async expireOrders(): Promise<void> {
    const count = await this.purchases.expireUnopened(UNOPENED_EXPIRY_MS);
    if (count > 0) this.logger.info('unpaid orders expired', { count, event: 'orders-abandoned' });
    const removed = await this.purchases.removeNeverPaid(ORDER_RETENTION_MS);
    if (removed > 0)
      this.logger.info('orders never paid removed', { count: removed, event: 'orders-removed' });
  }

  /** One job to a purchase: where it is queued or running already, nothing is added. */
  private async queuePurchases(): Promise<void> {
    const ids = await this.recovery.findDue();
    const removed = { removeOnComplete: true, removeOnFail: true };
    await this.queue.addBulk(
      ids.map((id) => ({ name: 'recover', data: { id }, opts: { jobId: id, ...removed } })),
    );
  }

  private async runStep(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn(`reconciler step failed: ${name}`, error, { event: 'reconciler-failed' });
    }
  }
}

/** Gauge of unfinished purchases. A value above zero for minutes needs an operator. */
@Injectable()
export class UnfinishedPurchasesMetric {
  constructor(metrics: Metrics, purchases: PurchasesRepository) {
    const help = 'Purchases whose outcome is not known yet, by state';
    metrics.observe({ name: 'purchases_unfinished', help, labelNames: ['state'] }, () =>
      Promise.all(
        unfinishedStates.map(async (state) => ({
          labels: { state },
          value: await purchases.count(state),
        })),
      ),
    );
  }
}
