import { AppLogger, repeat, type Repeated } from '@ctdb/chassis';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DeploymentEnd } from './deployment-end.js';
import type { DeploymentRecord } from './deployment.schema.js';
import { DeploymentsRepository } from './deployments.repository.js';
import { isOfTheFuture, newLease } from './held-lease.js';
import { Switcher } from './local-release/switcher.js';
import { DEPLOYMENT_TIMING, type DeploymentTiming } from './timing.js';

/** Ends deployments that no worker has taken care of for too long; in both processes, so that one is enough. */
@Injectable()
export class Reaper implements OnApplicationBootstrap, OnModuleDestroy {
  private job: Repeated | undefined;

  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly switcher: Switcher,
    private readonly end: DeploymentEnd,
    private readonly logger: AppLogger,
    @Inject(DEPLOYMENT_TIMING) private readonly timing: DeploymentTiming,
  ) {}

  onApplicationBootstrap(): void {
    const rhythm = { first: 0, every: this.timing.watch };
    this.job = repeat('looking for lost deployments', rhythm, this.logger, () => this.run());
  }

  async onModuleDestroy(): Promise<void> {
    await this.job?.stop();
  }

  /** One turn. */
  async run(now = new Date()): Promise<void> {
    const running = await this.deployments.running();
    if (!running?.lease) return;
    const lease = newLease(this.timing);
    if (isOfTheFuture(running.lease, this.timing, now)) {
      this.logger.warn('the clock was moved back', { deployment: running._id.toHexString() });
      await this.deployments.shorten(running._id, running.lease, lease);
      return;
    }
    if (running.lease.until > now) return;
    const lost = await this.deployments.claimLost(running._id, lease, now);
    if (!lost) return;
    this.logger.error('a deployment lost its worker', { deployment: lost._id.toHexString() });
    await this.settle(lost, lease.owner);
  }

  /** What was live and probed stays so; everything before that is undone. */
  private async settle(lost: DeploymentRecord, owner: string): Promise<void> {
    const isLive = lost.stage === 'dns_checking' || lost.stage === 'ssl_setup';
    if (isLive && !lost.fault) {
      const isUnverified = lost.domain !== undefined || lost.deploymentUrl === undefined;
      await this.end.complete(lost, owner, { isUnverified });
      return;
    }
    await this.switcher.rollback(lost);
    await this.end.fail(lost, owner, lost.fault ?? 'interrupted');
  }
}
