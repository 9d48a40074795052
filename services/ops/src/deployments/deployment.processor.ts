import { AppLogger } from '@ctdb/chassis';
import { FencedError, FencedProcessor, ShutdownError, type TakenJob } from '@ctdb/chassis/jobs';
import type { DeploymentErrorCode } from '@ctdb/contracts';
import { Processor } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { DeploymentFinisher } from './deployment-finisher.js';
import { isLive, type DeploymentRecord } from './deployment.record.js';
import { DEPLOYMENT_QUEUE, DeploymentsRepository } from './deployments.repository.js';
import { DeploymentError, failureDetails } from './failure.js';
import { DeploymentLogRepository } from './log.repository.js';
import { DeploymentSession } from './session.js';
import { StageRunner } from './stages.js';

/** A deployment whose workers die this often fails. */
const MAX_TAKEOVERS = 3;
/** The time of the first worker. */
const LIMIT_MS = 540_000;
/** A killed worker's deployment ends within a minute: counted from the last sign of that worker. */
const RESUME_LIMIT_MS = 50_000;

/** Works on deployments, also on those that another worker has started. */
@Injectable()
@Processor(DEPLOYMENT_QUEUE)
export class DeploymentProcessor extends FencedProcessor<DeploymentRecord> {
  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly logs: DeploymentLogRepository,
    private readonly stages: StageRunner,
    private readonly finisher: DeploymentFinisher,
    logger: AppLogger,
  ) {
    super(deployments, logger);
  }

  protected async work(
    { record, silentMs }: TakenJob<DeploymentRecord>,
    signal: AbortSignal,
  ): Promise<void> {
    const limit = new AbortController();
    const isResumed = record.token > 1;
    const timer = setTimeout(
      () => limit.abort(new DeploymentError(isResumed ? 'interrupted' : 'tooLong')),
      isResumed ? RESUME_LIMIT_MS - silentMs : LIMIT_MS,
    );
    const stop = AbortSignal.any([signal, limit.signal]);
    try {
      await this.finish(new DeploymentSession(record, stop, this.deployments, this.logs));
    } finally {
      clearTimeout(timer);
    }
  }

  private async finish(session: DeploymentSession): Promise<void> {
    const { takeovers } = session.deployment;
    try {
      if (takeovers > 1) await session.log('Resumed by another worker.');
      if (takeovers > MAX_TAKEOVERS) throw new DeploymentError('interrupted');
      const outcome = await this.stages.run(session);
      await session.log('Completed.');
      session.signal.throwIfAborted();
      await this.finisher.complete(session.deployment, outcome);
    } catch (error) {
      const fault = await this.toFault(error, session);
      await session.log(
        isLive(session.deployment)
          ? 'Completed: the site is live. Its domain was not verified to the end.'
          : `Failed: ${fault}.`,
      );
      await this.finisher.stop(session.deployment, fault);
    }
  }

  /** Throws errors after which another worker, or a later attempt, ends the deployment. */
  private async toFault(error: unknown, session: DeploymentSession): Promise<DeploymentErrorCode> {
    const { reason } = session.signal as { reason: unknown };
    const cause = reason ?? error;
    for (const one of [cause, error])
      if (one instanceof FencedError || one instanceof ShutdownError) throw one;
    if (cause instanceof Error && cause.name.startsWith('Mongo')) throw cause;
    const { _id, stage } = session.deployment;
    this.logger.error('a deployment failed', { deployment: _id.toHexString() }, cause as Error);
    const details = failureDetails(cause);
    if (details !== '') await session.log(details);
    if (cause instanceof DeploymentError) return cause.fault;
    // What fails there by itself is the storage.
    return stage === 'deploying' ? 'publishFailed' : 'internal';
  }
}
