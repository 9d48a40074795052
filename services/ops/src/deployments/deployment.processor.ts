import { setTimeout as pause } from 'node:timers/promises';
import { AppLogger } from '@ctdb/chassis';
import { FencedError, FencedProcessor, ShutdownError, type TakenJob } from '@ctdb/chassis/jobs';
import type { DeploymentErrorCode, DeploymentStage } from '@ctdb/contracts';
import { Processor } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import { ActiveSiteRepository } from './active-site.repository.js';
import { DeploymentFinisher } from './deployment-finisher.js';
import { isLive, type DeploymentRecord, type StageOutcome } from './deployment.record.js';
import { DEPLOYMENT_QUEUE, DeploymentsRepository } from './deployments.repository.js';
import { DeploymentError, failureDetails } from './failure.js';
import { LiveProbe } from './live-probe.js';
import { DeploymentLogRepository } from './log.repository.js';
import { DeploymentSession } from './session.js';
import { checkPages } from './site-bundle.js';
import { SitePublisher } from './site-publisher.js';

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

interface Stage {
  readonly stage: DeploymentStage;
  /** The percent at which it starts. */
  readonly progress: number;
  readonly work: (session: DeploymentSession) => Promise<StageOutcome>;
}

const PUBLISHED_PROGRESS = 78;
const ACTIVATED_PROGRESS = 82;

/** A proxy that gets the certificate with the first request needs some time for it. */
const certificateWait = { attempts: 4, pauseMs: 5_000 };

/**
 * Takes deployments through their stages, also those that another worker has started, from the stage that they are in.
 * Every step may be interrupted anywhere and repeated in another process, with the same result. A step throws a
 * `DeploymentError`; any other error is one of the database, or a bug.
 */
@Injectable()
@Processor(DEPLOYMENT_QUEUE)
export class DeploymentProcessor extends FencedProcessor<DeploymentRecord> {
  private readonly stages: readonly Stage[] = [
    { stage: 'preparing', progress: 2, work: (session) => this.prepare(session) },
    { stage: 'building', progress: 20, work: (session) => this.build(session) },
    { stage: 'deploying', progress: 45, work: (session) => this.deploy(session) },
    { stage: 'dns_checking', progress: 88, work: (session) => this.checkRecords(session) },
    { stage: 'ssl_setup', progress: 95, work: (session) => this.checkCertificate(session) },
  ];

  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly logs: DeploymentLogRepository,
    private readonly active: ActiveSiteRepository,
    private readonly publisher: SitePublisher,
    private readonly probe: LiveProbe,
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
    const session = new DeploymentSession(record, stop, this.deployments, this.logs);
    try {
      const outcome = await this.runStages(session);
      await session.log('Completed.');
      stop.throwIfAborted();
      await this.finisher.complete(session.deployment, outcome);
    } catch (error) {
      await this.fail(session, error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns the outcome of the last stage. */
  private async runStages(session: DeploymentSession): Promise<StageOutcome> {
    const { takeovers, fault, stage: current } = session.deployment;
    if (takeovers > 1) await session.log('Resumed by another worker.');
    // A failed deployment is only undone.
    if (fault) throw new DeploymentError(fault);
    if (takeovers > MAX_TAKEOVERS) throw new DeploymentError('interrupted');
    let outcome: StageOutcome = 'done';
    const first = this.stages.findIndex(({ stage }) => stage === current);
    for (const { stage, progress, work } of this.stages.slice(first)) {
      session.signal.throwIfAborted();
      await session.startStage(stage, progress, outcome);
      outcome = await work(session);
    }
    return outcome;
  }

  /** Throws errors after which another worker, or a later attempt, ends the deployment. */
  private async fail(session: DeploymentSession, error: unknown): Promise<void> {
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
    await session.log(
      isLive(session.deployment)
        ? 'Completed: the site is live. Its domain was not verified to the end.'
        : `Failed: ${fault}.`,
    );
    await this.finisher.stop(session.deployment, fault);
  }

  private async prepare(session: DeploymentSession): Promise<StageOutcome> {
    if (!session.deployment.base) {
      const { version, shown } = await this.active.get();
      await session.save({ base: { version, ...(shown && { shown }) } });
    }
    const { files, bytes } = await this.publisher.readBundle();
    await session.log(`The site is complete: ${files.length} files, ${bytes} bytes.`);
    return 'done';
  }

  private async build(session: DeploymentSession): Promise<StageOutcome> {
    if (session.deployment.kind === 'rollback') return 'skipped';
    const pages = await checkPages(await this.publisher.readBundle());
    await session.log(
      `${pages} pages in all languages are complete, and everything that they load.`,
    );
    return 'done';
  }

  private async deploy(session: DeploymentSession): Promise<StageOutcome> {
    const bundle = await this.publisher.readBundle();
    const { hash, files, bytes } = bundle;
    await session.log(`Publishing the site ${hash}.`);
    await this.publisher.publish(bundle, session.signal);
    const site = { hash, files: files.length, bytes };
    await session.save({ isPublished: true, site }, PUBLISHED_PROGRESS);
    if (!(await this.active.activate(session.deployment))) throw new DeploymentError('switchLost');
    await session.save({}, ACTIVATED_PROGRESS);
    await session.log('Activated; checking the site.');
    await this.probe.waitForGateways(session);
    const deploymentUrl = await this.probe.findPublicUrl(session.deployment, session.signal);
    const findings = this.probe.publicFindings(deploymentUrl);
    await session.save({ findings, ...(deploymentUrl !== undefined && { deploymentUrl }) });
    await session.log(
      deploymentUrl === undefined
        ? 'Active, but the public URL did not return this release.'
        : `${deploymentUrl} serves the release.`,
    );
    return 'done';
  }

  private async checkRecords(session: DeploymentSession): Promise<StageOutcome> {
    const status = await this.verifyDomain(session);
    if (!status) return 'skipped';
    const does = status.isConfigured ? 'points here' : 'does not point here yet';
    await session.log(`${session.deployment.domain}: DNS ${does}.`);
    return status.isConfigured ? 'done' : 'failed';
  }

  private async checkCertificate(session: DeploymentSession): Promise<StageOutcome> {
    for (let attempt = 1; ; attempt += 1) {
      const status = await this.verifyDomain(session);
      if (!status) return 'skipped';
      const { isConfigured, sslValid } = status;
      if (sslValid || !isConfigured || attempt === certificateWait.attempts) {
        const validity = sslValid ? 'valid' : 'not valid yet';
        await session.log(`${session.deployment.domain}: TLS certificate ${validity}.`);
        return sslValid ? 'done' : 'failed';
      }
      await pause(certificateWait.pauseMs, undefined, { signal: session.signal });
    }
  }

  /** Undefined without a domain. */
  private async verifyDomain(session: DeploymentSession) {
    const { domain, deploymentUrl, stage } = session.deployment;
    if (domain === undefined) {
      await session.log(`${stage}: skipped, there is no domain.`);
      return undefined;
    }
    const status = await this.probe.verifyDomain(session.deployment, domain);
    const findings = [...this.probe.publicFindings(deploymentUrl), ...status.findings];
    await session.save({ findings, sslValid: status.sslValid });
    return status;
  }
}
