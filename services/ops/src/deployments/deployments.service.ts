import {
  deterministicId,
  Outbox,
  serviceUnavailable,
  toObjectId,
  type MessageContext,
} from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import { deploymentEvents, DomainError, isPerson, type Requests } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { parseDomain } from '../dns/domain-name.js';
import { ActiveSiteRepository } from './active-site.repository.js';
import type { DeploymentRecord } from './deployment.record.js';
import { toDeployment, toDeploymentDetail, toRelease } from './deployments.mapper.js';
import { DEPLOYMENT_SLOT, DeploymentsRepository } from './deployments.repository.js';
import { LiveProbe } from './live-probe.js';
import { DeploymentLogRepository } from './log.repository.js';

type Wanted = Pick<DeploymentRecord, 'projectName' | 'releaseId' | 'domain'>;

/** Starts deployments, one at a time, and lists them and what can be gone back to. */
@Injectable()
export class DeploymentsService {
  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly logs: DeploymentLogRepository,
    private readonly store: ObjectStore,
    private readonly probe: LiveProbe,
    private readonly active: ActiveSiteRepository,
    private readonly outbox: Outbox,
  ) {}

  /** `DOMAIN_NOT_VALID`. */
  async start({ projectName, domain }: Requests['startDeployment'], context: MessageContext) {
    const releaseId = new Types.ObjectId();
    const checked = domain !== undefined && { domain: parseDomain(domain).ascii };
    return this.startAs('deploy', { projectName, releaseId, ...checked }, context);
  }

  /** The last deployments that can be gone back to, and the active one. */
  async listReleases() {
    const { shown } = await this.active.get();
    const releases = await this.deployments.releases(shown?.releaseId);
    return { releases: releases.map((record) => toRelease(record, shown?.releaseId)) };
  }

  /** Goes back to a release, as a deployment of its own. `NOT_FOUND` if it is none of the last. */
  async startRollback(id: string, context: MessageContext) {
    const { shown } = await this.active.get();
    const releases = await this.deployments.releases(shown?.releaseId);
    const record = releases.find((one) => one.releaseId.toHexString() === id);
    if (!record) throw new DomainError('NOT_FOUND', { kind: 'release' });
    return this.startAs('rollback', record, context);
  }

  async get(id: string) {
    const record = await this.find(id);
    return toDeploymentDetail(record, await this.logs.lines(record._id));
  }

  async list({ page, limit }: Requests['listDeployments']) {
    const { items, total } = await this.deployments.page(page, limit);
    return { items: items.map(toDeployment), total };
  }

  /**
   * Checks the domain again, and the public URL if it has not returned the release yet.
   * `NOT_VERIFIABLE` if there is nothing to check, or the deployment is not completed.
   */
  async verify(id: string) {
    const record = await this.find(id);
    const { _id, stage, domain, deploymentUrl: seen } = record;
    const hasMore = domain !== undefined || seen === undefined;
    if (stage !== 'completed' || !hasMore) throw new DomainError('NOT_VERIFIABLE');
    const [status, deploymentUrl] = await Promise.all([
      domain === undefined ? undefined : this.probe.verifyDomain(record, domain),
      seen ?? this.probe.findPublicUrl(record),
    ]);
    const findings = [...this.probe.publicFindings(deploymentUrl), ...(status?.findings ?? [])];
    await this.deployments.saveVerification(_id, {
      findings,
      ...(status && { sslValid: status.sslValid }),
      isUnverified: findings.some(({ severity }) => severity === 'error'),
      ...(deploymentUrl !== undefined && { deploymentUrl }),
      updatedAt: new Date(),
    });
    return this.get(id);
  }

  private async find(id: string): Promise<DeploymentRecord> {
    const record = await this.deployments.find(toObjectId(id));
    if (!record) throw new DomainError('NOT_FOUND', { kind: 'deployment' });
    return record;
  }

  private async startAs(
    kind: DeploymentRecord['kind'],
    { releaseId, projectName, domain }: Wanted,
    { commandId, subject }: MessageContext,
  ) {
    if (!this.store.isConfigured) throw serviceUnavailable();
    const now = await this.deployments.now();
    // The same command, delivered again, has the same id.
    const _id = deterministicId('deployment', commandId);
    const known = { kind, projectName, ...(domain !== undefined && { domain }) };
    const target = kind === 'rollback' && { releaseId: releaseId.toHexString() };
    const payload = { deploymentId: _id.toHexString(), ...known, ...target };
    const { record } = await this.deployments.start({
      _id,
      ...known,
      releaseId,
      stage: 'preparing',
      progress: 0,
      startedBy: isPerson(subject) ? subject.name : '',
      actor: subject,
      startedAt: now,
      updatedAt: now,
      isPublished: false,
      isUnverified: false,
      timeline: [],
      isLogCut: false,
      findings: [],
      slot: DEPLOYMENT_SLOT,
      token: 0,
      takeovers: 0,
      outbox: [this.outbox.entry(deploymentEvents.started, payload)],
    });
    this.outbox.relaySoon();
    const deploymentId = record._id.toHexString();
    return { deploymentId, status: record.stage, alreadyRunning: !record._id.equals(_id) };
  }
}
