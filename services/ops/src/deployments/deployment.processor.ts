import { AppLogger } from '@ctdb/chassis';
import { FencedError, FencedProcessor, ShutdownError, type TakenJob } from '@ctdb/chassis/jobs';
import type { DeploymentErrorCode, DeploymentStage } from '@ctdb/contracts';
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
const TOTAL_LIMIT_MS = 540_000;
/** A killed worker's deployment ends within a minute: counted from the last sign of that worker. */
const RESUME_LIMIT_MS = 50_000;
/** The reason of other errors than a `DeploymentError`: the built site, or the storage of its files. */
const faultsByStage: Partial<Record<DeploymentStage, DeploymentErrorCode>> = {
  preparing: 'buildFailed',
  building: 'buildFailed',
  deploying: 'publishFailed',
};

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
    const ageMs = (await this.deployments.now()).getTime() - record.startedAt.getTime();
    const wholeMs = TOTAL_LIMIT_MS - Math.max(0, ageMs);
    const resumedMs = record.token > 1 ? RESUME_LIMIT_MS - silentMs : Infinity;
    const fault = resumedMs < wholeMs ? 'interrupted' : 'tooLong';
    const limit = new AbortController();
    const timer = setTimeout(
      () => limit.abort(new DeploymentError(fault)),
      Math.min(wholeMs, resumedMs),
    );
    const stop = AbortSignal.any([signal, limit.signal]);
    try {
      await this.finish(new DeploymentSession(record, stop, this.deployments, this.logs));
    } finally {
      clearTimeout(timer);
    }
  }

  private async finish(session: DeploymentSession): Promise<void> {
    const { takeovers, fault } = session.deployment;
    try {
      if (takeovers > 1) await session.log('Resumed by another worker.');
      // A failed deployment is only undone.
      if (fault) throw new DeploymentError(fault);
      if (takeovers > MAX_TAKEOVERS) throw new DeploymentError('interrupted');
      const outcome = await this.stages.run(session);
      await session.log('Completed.');
      session.signal.throwIfAborted();
      await this.finisher.complete(session.deployment, outcome);
    } catch (error) {
      const found = await this.toFault(error, session);
      await session.log(
        isLive(session.deployment)
          ? 'Completed: the site is live. Its domain was not verified to the end.'
          : `Failed: ${found}.`,
      );
      await this.finisher.stop(session.deployment, found);
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
    const fault =
      cause instanceof DeploymentError ? cause.fault : (faultsByStage[stage] ?? 'internal');
    const deployment = _id.toHexString();
    this.logger.error('a deployment failed', { deployment, fault }, cause as Error);
    const details = failureDetails(cause);
    if (details !== '') await session.log(details);
    return fault;
  }
}
