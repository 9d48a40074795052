import { AppLogger } from '@ctdb/chassis';
import type { DeploymentFault } from '@ctdb/contracts';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Types } from 'mongoose';
import { DeploymentEnd } from './deployment-end.js';
import type { DeploymentRecord } from './deployment.schema.js';
import { DeploymentsRepository } from './deployments.repository.js';
import { DEPLOYMENT_DRIVER, type DeploymentDriver } from './driver.js';
import { DeploymentFailure, Interrupted, LeaseLost } from './failure.js';
import { faultLine } from './fault-line.js';
import { HeldLease, limitOf, newLease } from './held-lease.js';
import { LogWriter } from './log-writer.js';
import { LogRepository } from './log.repository.js';
import { DeploymentSession } from './session.js';
import { Stages } from './stages.js';
import { DEPLOYMENT_TIMING, type DeploymentTiming } from './timing.js';

/** A deployment whose workers die this often is given up. */
const MOST_TAKEOVERS = 3;

/** Works on deployments, those that dead workers have left behind included. */
@Injectable()
export class DeploymentWorker implements OnModuleDestroy {
  private readonly held = new Map<string, { lease: HeldLease; work: Promise<void> }>();
  private isEnding = false;

  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly logs: LogRepository,
    private readonly stages: Stages,
    private readonly end: DeploymentEnd,
    private readonly logger: AppLogger,
    @Inject(DEPLOYMENT_DRIVER) private readonly driver: DeploymentDriver,
    @Inject(DEPLOYMENT_TIMING) private readonly timing: DeploymentTiming,
  ) {}

  /** Lets go of what it works on; whoever is there next goes on at once. */
  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    const held = [...this.held.values()];
    for (const { lease } of held) lease.interrupt();
    await Promise.all(held.map(({ work }) => work));
  }

  /** Works on a deployment to its end, unless somebody does. */
  async take(id: Types.ObjectId): Promise<void> {
    if (this.isEnding) return;
    const taken = newLease(this.timing);
    const record = await this.deployments.claim(id, taken, new Date());
    if (!record) return;
    const limit = limitOf(record, this.timing);
    const lease = new HeldLease(this.deployments, id, taken, this.timing, limit);
    const name = id.toHexString();
    const work = this.work(record, lease).finally(() => this.held.delete(name));
    this.held.set(name, { lease, work });
    await work;
  }

  private async work(record: DeploymentRecord, lease: HeldLease): Promise<void> {
    const names = { deployment: record._id.toHexString() };
    const lines: LogWriter = new LogWriter(
      this.logs,
      record._id,
      record.takeovers,
      () => session.remember({ isLogCut: true }),
      (error) => this.logger.warn('a line of a log is lost', names, error),
    );
    const session: DeploymentSession = new DeploymentSession(
      record,
      lease,
      this.deployments,
      lines,
    );
    try {
      await this.finish(session, lines);
    } catch (error) {
      const isAsked = error instanceof Interrupted;
      if (!isAsked) this.logger.warn('a deployment is left to another worker', names, error);
      // Before anybody else writes on.
      await lines.end();
      await lease.release().catch(() => undefined);
    } finally {
      lease.stop();
      await lines.end();
    }
  }

  private async finish(session: DeploymentSession, lines: LogWriter): Promise<void> {
    const { takeovers, fault } = session.deployment;
    if (takeovers > 1) session.log('Another worker goes on.');
    try {
      // The way back was begun, and is the only way.
      if (fault) throw new DeploymentFailure(fault);
      if (takeovers > MOST_TAKEOVERS) throw new DeploymentFailure('interrupted');
      const found = await this.stages.run(session);
      await this.tidy(session);
      session.log('Completed.');
      await lines.end();
      session.check();
      await this.end.complete(session.deployment, session.lease.owner, found);
    } catch (error) {
      await this.fail(session, lines, this.faultOf(error, session));
    }
  }

  private async fail(
    session: DeploymentSession,
    lines: LogWriter,
    fault: DeploymentFault,
  ): Promise<void> {
    session.log(`Failed: ${fault}.`);
    await session.remember({ fault });
    await this.driver.rollback(session.deployment);
    await this.tidy(session);
    await lines.end();
    await this.end.fail(session.deployment, session.lease.owner, fault);
  }

  /** Throws what is no failure of the deployment: another worker, or a later try, ends it. */
  private faultOf(error: unknown, session: DeploymentSession): DeploymentFault {
    if (error instanceof LeaseLost || error instanceof Interrupted) throw error;
    const { reason } = session.signal as { reason: unknown };
    const cause = reason instanceof DeploymentFailure ? reason : error;
    if (cause instanceof Error && cause.name.startsWith('Mongo')) throw cause;
    const deployment = session.deployment._id.toHexString();
    this.logger.error('a deployment failed', { deployment }, cause as Error);
    const fault = cause instanceof DeploymentFailure ? cause.fault : 'internal';
    session.log(faultLine(fault, cause));
    return fault;
  }

  private async tidy(session: DeploymentSession): Promise<void> {
    try {
      await this.driver.tidy(session.deployment, session.prove);
    } catch (error) {
      this.logger.warn('the next deployment tidies up', error);
    }
  }
}
