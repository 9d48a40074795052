import type { DeploymentStage } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { DeploymentRecord, StageRecord } from './deployment.schema.js';
import { DomainVerifier, needsVerification, type DomainStatus } from './domain-verifier.js';
import { LocalReleaseDriver } from './local-release/local-release.driver.js';
import { PublicUrlProbe } from './local-release/public-url-probe.js';
import type { DeploymentSession } from './session.js';

type Working = Exclude<DeploymentStage, 'completed' | 'failed'>;

/** The stages in their order, and the percent of the whole at which each stageProgress. */
const stageProgress: [Working, number][] = [
  ['preparing', 2],
  ['building', 5],
  ['deploying', 45],
  ['dns_checking', 88],
  ['ssl_setup', 95],
];
const CHECKED_PROGRESS = 78;
const ACTIVATED_PROGRESS = 82;

/** Takes a deployment through its stages, from the one that it is in. */
@Injectable()
export class StageRunner {
  constructor(
    private readonly driver: LocalReleaseDriver,
    private readonly domains: DomainVerifier,
    private readonly publicProbe: PublicUrlProbe,
  ) {}

  /** What was found of the public address and of the domain in the end. */
  async run(
    session: DeploymentSession,
  ): Promise<Pick<DomainStatus, 'findings'> & { isUnverified: boolean }> {
    let status: DomainStatus | undefined;
    const first = stageProgress.findIndex(([stage]) => stage === session.deployment.stage);
    for (const [stage, progress] of stageProgress.slice(Math.max(0, first))) {
      session.signal.throwIfAborted();
      await session.startStage(stage, progress);
      if (stage === 'dns_checking' || stage === 'ssl_setup') {
        status ??= await this.verifyDomain(session);
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

  private async work(
    stage: Exclude<Working, 'dns_checking' | 'ssl_setup'>,
    session: DeploymentSession,
  ): Promise<StageRecord['outcome']> {
    switch (stage) {
      case 'preparing':
        await this.driver.prepare(session);
        return 'done';
      case 'building':
        if (session.deployment.kind === 'rollback') return 'skipped';
        session.log('Building.');
        await this.driver.build(session);
        return 'done';
      case 'deploying':
        await this.deploy(session);
        return 'done';
    }
  }

  private async deploy(session: DeploymentSession): Promise<void> {
    await this.driver.publish(session);
    await session.advance(CHECKED_PROGRESS);
    await this.driver.activate(session);
    await session.advance(ACTIVATED_PROGRESS);
    session.log('Activated; checking the site.');
    const deploymentUrl = await this.driver.probe(session);
    if (deploymentUrl === undefined) {
      await session.save({ findings: this.publicUrlFindings({}) });
      session.log('Active, but the public URL did not return this release.');
      return;
    }
    await session.save({ deploymentUrl });
    session.log(`${deploymentUrl} serves the release.`);
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
