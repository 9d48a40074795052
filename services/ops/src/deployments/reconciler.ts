import { AppLogger, repeat, type Repeated } from '@ctdb/chassis';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DeploymentQueue } from './deployment-queue.js';
import { DeploymentWorker } from './deployment-worker.js';
import { DeploymentsRepository } from './deployments.repository.js';
import { DEPLOYMENT_TIMING, type DeploymentTiming } from './timing.js';

/**
 * Redis may lose jobs, and workers die: puts on the queue again what the database says nobody works
 * on. Without a queue the work is taken all the same.
 */
@Injectable()
export class Reconciler implements OnApplicationBootstrap, OnModuleDestroy {
  private job: Repeated | undefined;

  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly queue: DeploymentQueue,
    private readonly worker: DeploymentWorker,
    private readonly logger: AppLogger,
    @Inject(DEPLOYMENT_TIMING) private readonly timing: DeploymentTiming,
  ) {}

  onApplicationBootstrap(): void {
    const rhythm = { first: 0, every: this.timing.watch };
    this.job = repeat('looking for deployments', rhythm, this.logger, () => this.run());
  }

  async onModuleDestroy(): Promise<void> {
    await this.job?.stop();
  }

  /** One turn. */
  async run(now = new Date()): Promise<void> {
    const due = await this.deployments.running();
    if (!due?.lease || due.lease.staleAt > now || due.lease.until <= now) return;
    if (await this.queue.add(due)) return;
    this.worker.take(due._id).catch((error: unknown) => {
      this.logger.warn('a deployment cannot be taken', error);
    });
  }
}
