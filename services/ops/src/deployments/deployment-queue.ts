import { AppLogger } from '@ctdb/chassis';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Queue } from 'bullmq';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import type { DeploymentRecord } from './deployment.schema.js';

/** Name of the queue of deployments. */
export const DEPLOYMENT_QUEUE = 'deployments';

/** Which deployment is to be worked on. */
export interface DeploymentQueueJob {
  deploymentId: string;
}

/** Nobody waits longer than this for a queue that is away; milliseconds. */
const PATIENCE_MS = 2_000;

/** Where BullMQ keeps the queue. */
export const placeOf = ({ deployments: { queues } }: OpsConfig, limits: object) => ({
  connection: { url: queues.redisUrl, ...limits },
  prefix: queues.prefix,
});

/** BullMQ waits for a connection without limit where there never was one. */
const within = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the queue is silent')), milliseconds);
  });
  try {
    await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
    // What comes of it later was told already.
    work.catch(() => undefined);
  }
};

/** Puts deployments on their queue. */
@Injectable()
export class DeploymentQueue implements OnModuleDestroy {
  private readonly queue: Queue<DeploymentQueueJob, void, string>;

  constructor(
    @Inject(OPS_CONFIG) config: OpsConfig,
    private readonly logger: AppLogger,
  ) {
    this.queue = new Queue(DEPLOYMENT_QUEUE, {
      ...placeOf(config, { commandTimeout: PATIENCE_MS, maxRetriesPerRequest: 1 }),
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    });
    this.queue.on('error', (error) => logger.warn('the queue cannot be reached', error));
  }

  /**
   * False where the queue is away. Each worker that a deployment has lost makes it a job of its own; one
   * that gets onto the queue late finds its deployment taken, or over.
   */
  async add({ _id, takeovers }: Pick<DeploymentRecord, '_id' | 'takeovers'>): Promise<boolean> {
    const deploymentId = _id.toHexString();
    try {
      await within(
        PATIENCE_MS,
        this.queue.add('deploy', { deploymentId }, { jobId: `${deploymentId}-${takeovers}` }),
      );
      return true;
    } catch (error) {
      this.logger.warn('a deployment waits to be found', error);
      return false;
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.queue.close();
  }
}
