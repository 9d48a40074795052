import { AppLogger } from '@ctdb/chassis';
import { JobProcessor } from '@ctdb/chassis/jobs';
import { InjectQueue, Processor } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import { SessionsService } from '../../accounts/sessions/sessions.service.js';
import { AddressesService } from '../../access/addresses.service.js';
import { PracticeDataService } from '../../access/practice-data.service.js';
import { PracticesService } from '../../access/practices.service.js';
import { PassesService } from '../../passes/passes.service.js';
import { ReceiptsService } from '../../receipts/receipts.service.js';
import { PAYMENTS_QUEUE, PurchaseRecoveryService } from './purchase-recovery.service.js';

/** Name of the queue of periodic work. */
export const MAINTENANCE_QUEUE = 'maintenance';

/**
 * The periodic work of billing. It queues the purchases to recover; Redis may lose them, because
 * the next run queues them again.
 */
@Processor(MAINTENANCE_QUEUE)
export class Reconciler extends JobProcessor {
  constructor(
    private readonly recovery: PurchaseRecoveryService,
    private readonly passes: PassesService,
    private readonly practices: PracticesService,
    private readonly addresses: AddressesService,
    private readonly practiceData: PracticeDataService,
    private readonly sessions: SessionsService,
    private readonly receipts: ReceiptsService,
    logger: AppLogger,
    @InjectQueue(PAYMENTS_QUEUE) private readonly queue: Queue<{ id: string }>,
  ) {
    super(logger);
  }

  /** A failed step does not stop the next one. */
  async process(): Promise<void> {
    await this.sessions.revokePending();
    await this.runStep('unpaid orders', () => this.recovery.expireOrders());
    await this.runStep('passes', () => this.passes.runMaintenance());
    await this.runStep('practices', () => this.practices.runMaintenance());
    await this.runStep('joined practices', () => this.addresses.runMaintenance());
    await this.runStep('erasures', () => this.practiceData.runMaintenance());
    await this.runStep('payments', () => this.queuePurchases());
    await this.runStep('receipts', () => this.receipts.issueDue());
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
