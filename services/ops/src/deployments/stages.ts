import { setTimeout as pause } from 'node:timers/promises';
import type { DeploymentStage } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { ActiveSiteRepository } from './active-site.repository.js';
import type { DeploymentRecord, StageRecord } from './deployment.record.js';
import { DomainVerifier, type DomainStatus } from './domain-verifier.js';
import { DeploymentError, withErrorCode } from './failure.js';
import { LiveProbe } from './live-probe.js';
import type { DeploymentSession } from './session.js';
import { checkPages } from './site-bundle.js';
import { SitePublisher } from './site-publisher.js';

type Working = Exclude<DeploymentStage, 'completed' | 'failed'>;

const DEPLOYING_PROGRESS = 45;
/** The stages in their order, and the percent at which each one starts. */
const stageProgress: [Working, number][] = [
  ['preparing', 2],
  ['building', 20],
  ['deploying', DEPLOYING_PROGRESS],
  ['dns_checking', 88],
  ['ssl_setup', 95],
];
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
  private readonly steps = {
    preparing: (session: DeploymentSession) => this.prepare(session),
    building: (session: DeploymentSession) => this.build(session),
    deploying: (session: DeploymentSession) => this.deploy(session),
  };

  constructor(
    private readonly active: ActiveSiteRepository,
    private readonly publisher: SitePublisher,
    private readonly probe: LiveProbe,
    private readonly domains: DomainVerifier,
  ) {}

  /** Returns the findings about the public URL and the domain. */
  async run(
    session: DeploymentSession,
  ): Promise<Pick<DeploymentRecord, 'findings' | 'isUnverified'>> {
    let status: DomainStatus | undefined;
    const first = stageProgress.findIndex(([stage]) => stage === session.deployment.stage);
    for (const [stage, progress] of stageProgress.slice(Math.max(0, first))) {
      session.signal.throwIfAborted();
      await session.startStage(stage, progress);
      if (stage === 'dns_checking' || stage === 'ssl_setup') {
        status = await this.workOnDomain(stage, session, status);
        await session.endStage(toOutcome(stage, status));
        if (!status) session.log(`${stage}: skipped, there is no domain.`);
      } else await session.endStage(await this.steps[stage](session));
    }
    const unseen = this.probe.publicFindings(session.deployment);
    return {
      findings: [...unseen, ...(status?.findings ?? [])],
      isUnverified: unseen.length > 0 || status?.isVerified === false,
    };
  }

  private async prepare(session: DeploymentSession): Promise<StageRecord['outcome']> {
    if (!session.deployment.base) {
      const { version, shown } = await this.active.get();
      await session.save({ base: { version, ...(shown && { shown }) } });
    }
    const { files, bytes } = await this.readBundle(session);
    session.log(`The site is complete: ${files.length} files, ${bytes} bytes.`);
    return 'done';
  }

  private async build(session: DeploymentSession): Promise<StageRecord['outcome']> {
    if (session.deployment.kind === 'rollback') return 'skipped';
    const bundle = await this.readBundle(session);
    const pages = await withErrorCode('buildFailed', session.signal, () => checkPages(bundle));
    session.log(`${pages} pages in all languages are complete, and everything that they load.`);
    return 'done';
  }

  private async deploy(session: DeploymentSession): Promise<StageRecord['outcome']> {
    const bundle = await this.readBundle(session);
    const { hash, files, bytes } = bundle;
    session.log(`Publishing the site ${hash}.`);
    await withErrorCode('publishFailed', session.signal, () =>
      this.publisher.publish(bundle, async (part) => {
        session.signal.throwIfAborted();
        const done = Math.floor((PUBLISHED_PROGRESS - DEPLOYING_PROGRESS) * part);
        await session.advance(DEPLOYING_PROGRESS + done);
      }),
    );
    await session.save({ isPublished: true, site: { hash, files: files.length, bytes } });
    await session.assertHeld();
    if (!(await this.active.activate(session.deployment))) throw new DeploymentError('switchLost');
    await session.advance(ACTIVATED_PROGRESS);
    session.log('Activated; checking the site.');
    await withErrorCode('probeFailed', session.signal, () => this.probe.waitForGateways(session));
    await this.findPublicUrl(session);
    return 'done';
  }

  private async findPublicUrl(session: DeploymentSession): Promise<void> {
    const deploymentUrl = await withErrorCode('probeFailed', session.signal, () =>
      this.probe.findPublicUrl(session.deployment, session.signal),
    );
    if (deploymentUrl === undefined) {
      await session.save({ findings: this.probe.publicFindings({}) });
      session.log('Active, but the public URL did not return this release.');
      return;
    }
    await session.save({ deploymentUrl });
    session.log(`${deploymentUrl} serves the release.`);
  }

  private readBundle({ signal }: DeploymentSession) {
    return withErrorCode('buildFailed', signal, () => this.publisher.readBundle());
  }

  private async workOnDomain(
    stage: 'dns_checking' | 'ssl_setup',
    session: DeploymentSession,
    known: DomainStatus | undefined,
  ): Promise<DomainStatus | undefined> {
    let status = known ?? (await this.verifyDomain(session));
    if (stage === 'dns_checking') return status;
    for (let tries = 1; tries < certificateWait.attempts; tries += 1) {
      if (!status?.isConfigured || status.sslValid) break;
      await pause(certificateWait.pauseMs, undefined, { signal: session.signal });
      status = await this.verifyDomain(session);
    }
    return status;
  }

  private async verifyDomain(session: DeploymentSession): Promise<DomainStatus | undefined> {
    const { deployment } = session;
    const { domain } = deployment;
    if (domain === undefined) return undefined;
    const status = await this.domains.verify(deployment, domain);
    const findings = [...this.probe.publicFindings(deployment), ...status.findings];
    await session.save({ findings, sslValid: status.sslValid });
    session.log(
      `${domain}: DNS ${status.isConfigured ? 'points here' : 'does not point here yet'}.`,
    );
    session.log(`${domain}: TLS certificate ${status.sslValid ? 'valid' : 'not valid yet'}.`);
    return status;
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
