import { setTimeout as pause } from 'node:timers/promises';
import type { DeploymentStage } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { ActiveSiteRepository } from './active-site.repository.js';
import type { StageOutcome } from './deployment.record.js';
import { DomainVerifier, type DomainStatus } from './domain-verifier.js';
import { DeploymentError } from './failure.js';
import { LiveProbe } from './live-probe.js';
import type { DeploymentSession } from './session.js';
import { checkPages } from './site-bundle.js';
import { SitePublisher } from './site-publisher.js';

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
 * Takes a deployment through its stages, from the one that it is in. Every step may be interrupted anywhere and
 * repeated in another process, with the same result. A step throws a `DeploymentError`; any other error is one of the
 * database, or a bug.
 */
@Injectable()
export class StageRunner {
  private readonly stages: readonly Stage[] = [
    { stage: 'preparing', progress: 2, work: (session) => this.prepare(session) },
    { stage: 'building', progress: 20, work: (session) => this.build(session) },
    { stage: 'deploying', progress: 45, work: (session) => this.deploy(session) },
    { stage: 'dns_checking', progress: 88, work: (session) => this.checkRecords(session) },
    { stage: 'ssl_setup', progress: 95, work: (session) => this.checkCertificate(session) },
  ];

  constructor(
    private readonly active: ActiveSiteRepository,
    private readonly publisher: SitePublisher,
    private readonly probe: LiveProbe,
    private readonly domains: DomainVerifier,
  ) {}

  /** Returns the outcome of the last stage. */
  async run(session: DeploymentSession): Promise<StageOutcome> {
    let outcome: StageOutcome = 'done';
    const first = this.stages.findIndex(({ stage }) => stage === session.deployment.stage);
    for (const { stage, progress, work } of this.stages.slice(first)) {
      session.signal.throwIfAborted();
      await session.startStage(stage, progress, outcome);
      outcome = await work(session);
    }
    return outcome;
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
  private async verifyDomain(session: DeploymentSession): Promise<DomainStatus | undefined> {
    const { domain, deploymentUrl, stage } = session.deployment;
    if (domain === undefined) {
      await session.log(`${stage}: skipped, there is no domain.`);
      return undefined;
    }
    const status = await this.domains.verify(session.deployment, domain);
    const findings = [...this.probe.publicFindings(deploymentUrl), ...status.findings];
    await session.save({ findings, sslValid: status.sslValid });
    return status;
  }
}
