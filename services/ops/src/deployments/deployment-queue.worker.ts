import { AppLogger } from '@ctdb/chassis';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Worker } from 'bullmq';
import { Types } from 'mongoose';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { DEPLOYMENT_QUEUE, placeOf, type DeploymentQueueJob } from './deployment-queue.js';
import { DeploymentWorker } from './deployment-worker.js';

/** How soon the job of a worker that died is given to another one; milliseconds. */
const LOCK_MS = 8_000;
const MOST_STALLS = 20;
/** One works; a second notices that somebody does. */
const CONCURRENCY = 2;

/** Works off the queue of deployments. */
@Injectable()
export class DeploymentQueueWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private worker: Worker<DeploymentQueueJob, void, string> | undefined;

  constructor(
    private readonly deployments: DeploymentWorker,
    private readonly logger: AppLogger,
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
  ) {}

  onApplicationBootstrap(): void {
    const { deployments, logger, config } = this;
    this.worker = new Worker<DeploymentQueueJob, void, string>(
      DEPLOYMENT_QUEUE,
      ({ data }) => deployments.take(Types.ObjectId.createFromHexString(data.deploymentId)),
      {
        ...placeOf(config, { maxRetriesPerRequest: null }),
        concurrency: CONCURRENCY,
        lockDuration: LOCK_MS,
        stalledInterval: LOCK_MS,
        maxStalledCount: MOST_STALLS,
      },
    );
    this.worker.on('error', (error) => logger.warn('the queue cannot be reached', error));
    this.worker.on('failed', (job, error) =>
      logger.warn('a job failed', { queue: DEPLOYMENT_QUEUE, job: job?.id }, error),
    );
  }

  /** After the work was told to stop, and before connections are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }
}
