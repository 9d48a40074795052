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
const TOTAL_LIMIT_MS = 540_000;
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

  protected async work(taken: TakenJob<DeploymentRecord>, signal: AbortSignal): Promise<void> {
    const { record } = taken;
    const deployment = record._id.toHexString();
    const limit = new AbortController();
    const { leftMs, fault } = await this.limitFor(taken);
    const timer = setTimeout(() => limit.abort(new DeploymentError(fault)), leftMs);
    const session = new DeploymentSession(
      record,
      AbortSignal.any([signal, limit.signal]),
      this.deployments,
      this.logs,
      (error) => this.logger.warn('writing a log line failed', { deployment }, error),
    );
    try {
      await this.finish(session);
    } finally {
      clearTimeout(timer);
      // Before another worker writes on.
      await session.logged();
    }
  }

  private async limitFor({ record, silentMs }: TakenJob<DeploymentRecord>) {
    const ageMs = (await this.deployments.now()).getTime() - record.startedAt.getTime();
    const wholeMs = TOTAL_LIMIT_MS - Math.max(0, ageMs);
    const resumedMs = record.token > 1 ? RESUME_LIMIT_MS - silentMs : Infinity;
    return resumedMs < wholeMs
      ? ({ leftMs: resumedMs, fault: 'interrupted' } as const)
      : ({ leftMs: wholeMs, fault: 'tooLong' } as const);
  }

  private async finish(session: DeploymentSession): Promise<void> {
    const { takeovers, fault } = session.deployment;
    if (takeovers > 1) session.log('Resumed by another worker.');
    try {
      // A failed deployment is only undone.
      if (fault) throw new DeploymentError(fault);
      if (takeovers > MAX_TAKEOVERS) throw new DeploymentError('interrupted');
      const outcome = await this.stages.run(session);
      session.log('Completed.');
      await session.logged();
      session.signal.throwIfAborted();
      await this.finisher.complete(session.deployment, outcome);
    } catch (error) {
      const fault = this.toFault(error, session);
      const isComplete = isLive(session.deployment);
      session.log(
        isComplete
          ? 'Completed: the site is live. Its domain was not verified to the end.'
          : `Failed: ${fault}.`,
      );
      if (!isComplete) await session.save({ fault });
      await session.logged();
      if (isComplete) await this.finisher.complete(session.deployment);
      else await this.finisher.fail(session.deployment, fault);
    }
  }

  /** Throws errors after which another worker, or a later attempt, ends the deployment. */
  private toFault(error: unknown, session: DeploymentSession): DeploymentErrorCode {
    const { reason } = session.signal as { reason: unknown };
    const cause = reason ?? error;
    for (const one of [cause, error])
      if (one instanceof FencedError || one instanceof ShutdownError) throw one;
    if (cause instanceof Error && cause.name.startsWith('Mongo')) throw cause;
    const deployment = session.deployment._id.toHexString();
    this.logger.error('a deployment failed', { deployment }, cause as Error);
    const fault = cause instanceof DeploymentError ? cause.fault : 'internal';
    const details = failureDetails(cause);
    if (details !== '') session.log(details);
    return fault;
  }
}
