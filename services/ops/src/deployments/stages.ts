import type { DeploymentStage } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { CustomDomain } from './cluster/custom-domain.js';
import type { DeploymentRecord, StageRecord } from './deployment.schema.js';
import { DomainVerifier, needsVerification, type DomainStatus } from './domain-verifier.js';
import { withErrorCode } from './failure.js';
import { ActiveReleaseProbe } from './releases/active-release-probe.js';
import { ActiveReleaseRepository } from './releases/active-release.repository.js';
import { PublicUrlProbe } from './releases/public-url-probe.js';
import { ReleaseActivator } from './releases/release-activator.js';
import { ReleasePublisher } from './releases/release-publisher.js';
import { ReleasesRepository } from './releases/releases.repository.js';
import { SiteBuilder } from './releases/site-builder.js';
import type { DeploymentSession } from './session.js';

type Working = Exclude<DeploymentStage, 'completed' | 'failed'>;

/** The stages in their order, and the percent at which each one starts. */
const stageProgress: [Working, number][] = [
  ['preparing', 2],
  ['building', 5],
  ['deploying', 45],
  ['dns_checking', 88],
  ['ssl_setup', 95],
];
const CHECKED_PROGRESS = 78;
const ACTIVATED_PROGRESS = 82;

/**
 * Takes a deployment through its stages, from the one that it is in: builds the site, keeps releases in
 * object storage, and has the gateways serve them. Every step may be interrupted anywhere and repeated
 * in another process, with the same result. A step throws a `DeploymentError`; any other error is one
 * of the database, or a bug.
 */
@Injectable()
export class StageRunner {
  constructor(
    private readonly active: ActiveReleaseRepository,
    private readonly releases: ReleasesRepository,
    private readonly builder: SiteBuilder,
    private readonly publisher: ReleasePublisher,
    private readonly activator: ReleaseActivator,
    private readonly activeProbe: ActiveReleaseProbe,
    private readonly publicProbe: PublicUrlProbe,
    private readonly domains: DomainVerifier,
    private readonly customDomain: CustomDomain,
  ) {}

  /** Returns the findings about the public URL and the domain. */
  async run(
    session: DeploymentSession,
  ): Promise<Pick<DomainStatus, 'findings'> & { isUnverified: boolean }> {
    let status: DomainStatus | undefined;
    const first = stageProgress.findIndex(([stage]) => stage === session.deployment.stage);
    for (const [stage, progress] of stageProgress.slice(Math.max(0, first))) {
      session.signal.throwIfAborted();
      await session.startStage(stage, progress);
      if (stage === 'dns_checking' || stage === 'ssl_setup') {
        status = await this.workOnDomain(stage, session, status);
        await session.endStage(toOutcome(stage, status));
        if (!status) session.log(`${stage}: skipped, there is no domain.`);
      } else await session.endStage(await this.work(stage, session));
    }
    const unseen = this.publicUrlFindings(session.deployment);
    return {
      findings: [...unseen, ...(status?.findings ?? [])],
      isUnverified: unseen.length > 0 || (status !== undefined && needsVerification(status)),
    };
  }

  /**
   * Removes files that are not needed any more. `assertHeld` runs before each removal, so that a worker
   * that slept removes nothing.
   */
  async cleanUp({ deployment, assertHeld }: DeploymentSession): Promise<void> {
    await assertHeld();
    await this.builder.removeBuild(deployment);
    await this.publisher.removeExpired(deployment.releaseId, assertHeld);
  }

  private async work(
    stage: Exclude<Working, 'dns_checking' | 'ssl_setup'>,
    session: DeploymentSession,
  ): Promise<StageRecord['outcome']> {
    switch (stage) {
      case 'preparing':
        await this.prepare(session);
        return 'done';
      case 'building':
        if (session.deployment.kind === 'rollback') return 'skipped';
        session.log('Building.');
        await this.build(session);
        return 'done';
      case 'deploying':
        await this.deploy(session);
        return 'done';
    }
  }

  private async prepare(session: DeploymentSession): Promise<void> {
    if (!session.deployment.base) {
      const { version, releaseId } = await this.active.get();
      await session.save({ base: { version, releaseId } });
    }
    await withErrorCode('internal', session.signal, () =>
      this.builder.removeOldBuilds(session.deployment),
    );
  }

  /** The folder with the files. */
  private build(session: DeploymentSession): Promise<string> {
    return withErrorCode('buildFailed', session.signal, () => this.builder.build(session));
  }

  private async deploy(session: DeploymentSession): Promise<void> {
    const { kind, releaseId } = session.deployment;
    if (kind === 'rollback') await this.publisher.recheck(session);
    else if (!(await this.releases.find(releaseId)))
      // A worker that died may have had the files on another machine: then they are built again.
      await this.publisher.publish(await this.build(session), session);
    await session.save({ isPublished: true });
    await session.advance(CHECKED_PROGRESS);
    await session.assertHeld();
    await this.activator.activate(session.deployment);
    await session.advance(ACTIVATED_PROGRESS);
    session.log('Activated; checking the site.');
    const deploymentUrl = await withErrorCode('probeFailed', session.signal, () =>
      this.activeProbe.run(session),
    );
    if (deploymentUrl === undefined) {
      await session.save({ findings: this.publicUrlFindings({}) });
      session.log('Active, but the public URL did not return this release.');
      return;
    }
    await session.save({ deploymentUrl });
    session.log(`${deploymentUrl} serves the release.`);
  }

  private async workOnDomain(
    stage: 'dns_checking' | 'ssl_setup',
    session: DeploymentSession,
    known: DomainStatus | undefined,
  ): Promise<DomainStatus | undefined> {
    if (stage === 'dns_checking') {
      await this.customDomain.apply(session);
      await this.customDomain.waitForRoute(session);
      return this.verifyDomain(session);
    }
    const status = known ?? (await this.verifyDomain(session));
    // No issuer can check a domain that does not lead here.
    if (!status?.isConfigured || status.isIssued) return status;
    await this.customDomain.waitForCertificate(session);
    return this.verifyDomain(session);
  }

  private async verifyDomain(session: DeploymentSession): Promise<DomainStatus | undefined> {
    const { domain } = session.deployment;
    if (domain === undefined) return undefined;
    const status = await this.domains.verify(domain);
    const findings = [...this.publicUrlFindings(session.deployment), ...status.findings];
    await session.save({ findings, sslValid: status.sslValid });
    session.log(
      `${domain}: DNS ${status.isConfigured ? 'points here' : 'does not point here yet'}.`,
    );
    session.log(`${domain}: TLS certificate ${status.sslValid ? 'valid' : 'not valid yet'}.`);
    return status;
  }

  private publicUrlFindings({ deploymentUrl }: Pick<DeploymentRecord, 'deploymentUrl'>) {
    return deploymentUrl === undefined ? [this.publicProbe.finding] : [];
  }
}

const toOutcome = (
  stage: 'dns_checking' | 'ssl_setup',
  status: DomainStatus | undefined,
): StageRecord['outcome'] => {
  if (!status) return 'skipped';
  const isGood = stage === 'dns_checking' ? status.isConfigured : status.sslValid;
  return isGood ? 'done' : 'failed';
};
