import type { DeploymentStage } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { DeploymentRecord, StageRecord } from './deployment.schema.js';
import { DomainLooker, isUnverified, type DomainLook } from './domain-look.js';
import { DEPLOYMENT_DRIVER, type DeploymentDriver } from './driver.js';
import { PublicProbe } from './local-release/public-probe.js';
import type { DeploymentSession } from './session.js';

type Working = Exclude<DeploymentStage, 'completed' | 'failed'>;

/** The stages in their order, and the percent of the whole at which each begins. */
const begins: [Working, number][] = [
  ['preparing', 2],
  ['building', 5],
  ['deploying', 45],
  ['dns_checking', 88],
  ['ssl_setup', 95],
];
const CHECKED = 78;
const SWITCHED = 82;

/** Takes a deployment through its stages, from the one that it is in. */
@Injectable()
export class Stages {
  constructor(
    @Inject(DEPLOYMENT_DRIVER) private readonly driver: DeploymentDriver,
    private readonly domains: DomainLooker,
    private readonly publicProbe: PublicProbe,
  ) {}

  /** What was found of the public address and of the domain in the end. */
  async run(
    session: DeploymentSession,
  ): Promise<Pick<DomainLook, 'findings'> & { isUnverified: boolean }> {
    let look: DomainLook | undefined;
    const first = begins.findIndex(([stage]) => stage === session.deployment.stage);
    for (const [stage, progress] of begins.slice(Math.max(0, first))) {
      session.check();
      await session.enter(stage, progress);
      if (stage === 'dns_checking' || stage === 'ssl_setup') {
        look ??= await this.look(session);
        await session.leave(outcomeOf(stage, look));
        if (!look) session.log(`${stage}: skipped, there is no domain.`);
      } else await session.leave(await this.work(stage, session));
    }
    const unseen = this.unseen(session.deployment);
    return {
      findings: [...unseen, ...(look?.findings ?? [])],
      isUnverified: unseen.length > 0 || (look !== undefined && isUnverified(look)),
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
    await session.advance(CHECKED);
    await this.driver.activate(session);
    await session.advance(SWITCHED);
    session.log('Switched; asking the live address.');
    const deploymentUrl = await this.driver.probe(session);
    if (deploymentUrl === undefined) {
      await session.remember({ findings: this.unseen({}) });
      session.log('Live, but the public address has not answered with the release from here.');
      return;
    }
    await session.remember({ deploymentUrl });
    session.log(`${deploymentUrl} serves the release.`);
  }

  private async look(session: DeploymentSession): Promise<DomainLook | undefined> {
    const { domain } = session.deployment;
    if (domain === undefined) return undefined;
    const look = await this.domains.look(domain);
    const findings = [...this.unseen(session.deployment), ...look.findings];
    await session.remember({ findings, sslValid: look.sslValid });
    session.log(`${domain}: DNS ${look.isConfigured ? 'leads here' : 'does not lead here yet'}.`);
    session.log(`${domain}: https ${look.sslValid ? 'is in order' : 'is not in order yet'}.`);
    return look;
  }

  private unseen({ deploymentUrl }: Pick<DeploymentRecord, 'deploymentUrl'>) {
    return deploymentUrl === undefined ? [this.publicProbe.finding] : [];
  }
}

const outcomeOf = (
  stage: 'dns_checking' | 'ssl_setup',
  look: DomainLook | undefined,
): StageRecord['outcome'] => {
  if (!look) return 'skipped';
  const isGood = stage === 'dns_checking' ? look.isConfigured : look.sslValid;
  return isGood ? 'done' : 'failed';
};
