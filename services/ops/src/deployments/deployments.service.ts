import {
  deterministicId,
  Outbox,
  serviceUnavailable,
  toObjectId,
  type MessageContext,
} from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  deploymentEvents,
  DomainError,
  type getDeployment,
  type listDeployments,
  type ReplyOf,
  type RequestOf,
  type startDeployment,
  isPerson,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { parseDomain } from '../dns/domain-name.js';
import type { DeploymentRecord } from './deployment.schema.js';
import { toDeployment, toDeploymentDetail } from './deployments.mapper.js';
import { DEPLOYMENT_SLOT, DeploymentsRepository } from './deployments.repository.js';
import { DomainVerifier, needsVerification } from './domain-verifier.js';
import { PublicUrlProbe } from './releases/public-url-probe.js';
import { DeploymentLogRepository } from './log.repository.js';
import type { ReleaseRecord } from './releases/releases.repository.js';

type Started = ReplyOf<typeof startDeployment>;
type Detail = ReplyOf<typeof getDeployment>;

/** Starts deployments, one at a time, and lists them. */
@Injectable()
export class DeploymentsService {
  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly logs: DeploymentLogRepository,
    private readonly store: ObjectStore,
    private readonly domains: DomainVerifier,
    private readonly publicProbe: PublicUrlProbe,
    private readonly outbox: Outbox,
  ) {}

  /** `DOMAIN_NOT_VALID`. */
  async start(input: RequestOf<typeof startDeployment>, context: MessageContext): Promise<Started> {
    const domain = input.domain === undefined ? undefined : parseDomain(input.domain).ascii;
    return this.startAs(context, {
      kind: 'deploy',
      projectName: input.projectName,
      ...(domain !== undefined && { domain }),
      releaseId: new Types.ObjectId(),
    });
  }

  /** Restores a release, as a deployment without a build. */
  async startRollback(release: ReleaseRecord, context: MessageContext): Promise<Started> {
    const { _id, projectName, domain } = release;
    return this.startAs(context, {
      kind: 'rollback',
      projectName,
      ...(domain !== undefined && { domain }),
      releaseId: _id,
    });
  }

  async get(id: string): Promise<Detail> {
    const record = await this.find(id);
    return toDeploymentDetail(record, await this.logs.lines(record._id));
  }

  async list({
    page,
    limit,
  }: RequestOf<typeof listDeployments>): Promise<ReplyOf<typeof listDeployments>> {
    const { items, total } = await this.deployments.page(page, limit);
    return { items: items.map(toDeployment), total };
  }

  /**
   * Checks the domain again, and the public URL if it has not returned the release yet.
   * `NOT_VERIFIABLE` if there is nothing to check, or the deployment is not completed.
   */
  async verify(id: string): Promise<Detail> {
    const record = await this.find(id);
    const { _id, stage, domain, deploymentUrl: seen } = record;
    const hasMore = domain !== undefined || seen === undefined;
    if (stage !== 'completed' || !hasMore) throw new DomainError('NOT_VERIFIABLE');
    const [status, deploymentUrl] = await Promise.all([
      domain === undefined ? undefined : this.domains.verify(domain),
      seen ?? this.publicProbe.check(record),
    ]);
    const unseen = deploymentUrl === undefined ? [this.publicProbe.finding] : [];
    const after = await this.deployments.saveVerification(_id, {
      findings: [...unseen, ...(status?.findings ?? [])],
      ...(status && { sslValid: status.sslValid }),
      isUnverified: unseen.length > 0 || (status !== undefined && needsVerification(status)),
      ...(deploymentUrl !== undefined && { deploymentUrl }),
      updatedAt: new Date(),
    });
    if (!after) throw new DomainError('NOT_FOUND', { kind: 'deployment' });
    return toDeploymentDetail(after, await this.logs.lines(_id));
  }

  private async find(id: string): Promise<DeploymentRecord> {
    const record = await this.deployments.find(toObjectId(id));
    if (!record) throw new DomainError('NOT_FOUND', { kind: 'deployment' });
    return record;
  }

  private async startAs(
    { commandId, subject }: MessageContext,
    wanted: Pick<DeploymentRecord, 'kind' | 'projectName' | 'domain' | 'releaseId'>,
  ): Promise<Started> {
    if (!this.store.isConfigured) throw serviceUnavailable();
    const now = await this.deployments.now();
    // The same command, delivered again, has the same id.
    const _id = deterministicId('deployment', commandId);
    const { releaseId, ...known } = wanted;
    const target = known.kind === 'rollback' && { releaseId: releaseId.toHexString() };
    const payload = { deploymentId: _id.toHexString(), ...known, ...target };
    const { record } = await this.deployments.start({
      _id,
      ...wanted,
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
