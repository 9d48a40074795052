import { createHash } from 'node:crypto';
import { Outbox, unavailable, type MessageContext } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  deploymentEvents,
  DomainError,
  type getDeployment,
  type listDeployments,
  type ReplyOf,
  type RequestOf,
  type startDeployment,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { domainOf } from '../dns/domain-name.js';
import { DeploymentQueue } from './deployment-queue.js';
import type { DeploymentRecord } from './deployment.schema.js';
import { toDeployment, toDeploymentDetail } from './deployments.mapper.js';
import { DeploymentsRepository, LIVE_SLOT } from './deployments.repository.js';
import { DomainLooker, isUnverified } from './domain-look.js';
import { PublicProbe } from './local-release/public-probe.js';
import { LogRepository } from './log.repository.js';
import type { ReleaseRecord } from './releases.repository.js';
import { DEPLOYMENT_TIMING, type DeploymentTiming } from './timing.js';

type Started = ReplyOf<typeof startDeployment>;
type Detail = ReplyOf<typeof getDeployment>;
/** Between finding the slot taken and reading who has it, that one may end: then it is tried again. */
const MOST_TRIES = 10;

/** Starts deployments, one in the whole system at a time, and tells of them. */
@Injectable()
export class DeploymentsService {
  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly logs: LogRepository,
    private readonly queue: DeploymentQueue,
    private readonly store: ObjectStore,
    private readonly domains: DomainLooker,
    private readonly publicProbe: PublicProbe,
    private readonly outbox: Outbox,
    @Inject(DEPLOYMENT_TIMING) private readonly timing: DeploymentTiming,
  ) {}

  /** `DOMAIN_NOT_VALID`. */
  async start(input: RequestOf<typeof startDeployment>, context: MessageContext): Promise<Started> {
    const domain = input.domain === undefined ? undefined : domainOf(input.domain).ascii;
    return this.begin(context, {
      kind: 'deploy',
      projectName: input.projectName,
      ...(domain !== undefined && { domain }),
      releaseId: new Types.ObjectId(),
    });
  }

  /** Goes back to a release, as a deployment. */
  async startRollback(release: ReleaseRecord, context: MessageContext): Promise<Started> {
    const { _id, projectName, domain } = release;
    return this.begin(context, {
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
   * Looks at the domain again, and at the public address where that has not answered with the release.
   * `NOT_VERIFIABLE` where there is nothing to look at, or the deployment is not completed.
   */
  async verify(id: string): Promise<Detail> {
    const record = await this.find(id);
    const { _id, stage, domain, deploymentUrl: seen } = record;
    const hasMore = domain !== undefined || seen === undefined;
    if (stage !== 'completed' || !hasMore) throw new DomainError('NOT_VERIFIABLE');
    const [look, deploymentUrl] = await Promise.all([
      domain === undefined ? undefined : this.domains.look(domain),
      seen ?? this.publicProbe.find(record),
    ]);
    const unseen = deploymentUrl === undefined ? [this.publicProbe.finding] : [];
    const after = await this.deployments.verified(_id, {
      findings: [...unseen, ...(look?.findings ?? [])],
      ...(look && { sslValid: look.sslValid }),
      isUnverified: unseen.length > 0 || (look !== undefined && isUnverified(look)),
      ...(deploymentUrl !== undefined && { deploymentUrl }),
      updatedAt: new Date(),
    });
    if (!after) throw new DomainError('NOT_FOUND', { kind: 'deployment' });
    return toDeploymentDetail(after, await this.logs.lines(_id));
  }

  private async find(id: string): Promise<DeploymentRecord> {
    const record = await this.deployments.find(new Types.ObjectId(id));
    if (!record) throw new DomainError('NOT_FOUND', { kind: 'deployment' });
    return record;
  }

  private async begin(
    context: MessageContext,
    wanted: Pick<DeploymentRecord, 'kind' | 'projectName' | 'domain' | 'releaseId'>,
  ): Promise<Started> {
    if (!this.store.isConfigured) throw unavailable();
    const record = this.newRecord(context, wanted);
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (await this.deployments.insert(record)) {
        this.outbox.kick();
        await this.queue.add(record);
        return startedAs(record, false);
      }
      // The same command, delivered again.
      const same = await this.deployments.find(record._id);
      if (same) return startedAs(same, false);
      const running = await this.deployments.running();
      if (running) return startedAs(running, true);
    }
    throw unavailable();
  }

  private newRecord(
    { commandId, subject }: MessageContext,
    wanted: Pick<DeploymentRecord, 'kind' | 'projectName' | 'domain' | 'releaseId'>,
  ): DeploymentRecord {
    const now = new Date();
    const _id = idOf(commandId);
    const { releaseId, ...known } = wanted;
    const target = known.kind === 'rollback' && { releaseId: releaseId.toHexString() };
    const fact = { deploymentId: _id.toHexString(), ...known, ...target };
    return {
      _id,
      ...wanted,
      stage: 'preparing',
      progress: 0,
      startedBy: subject.role === 'admin' ? subject.name : '',
      actor: subject,
      startedAt: now,
      updatedAt: now,
      isPublished: false,
      isUnverified: false,
      timeline: [],
      isLogCut: false,
      findings: [],
      slot: LIVE_SLOT,
      lease: { owner: '', staleAt: now, until: new Date(now.getTime() + this.timing.lost) },
      takeovers: 0,
      outbox: [this.outbox.entry(deploymentEvents.started, fact)],
    };
  }
}

const startedAs = ({ _id, stage }: DeploymentRecord, alreadyRunning: boolean): Started => ({
  deploymentId: _id.toHexString(),
  status: stage,
  alreadyRunning,
});

/** The same command, delivered again, has the same id. */
const idOf = (commandId: string): Types.ObjectId =>
  new Types.ObjectId(
    createHash('sha256').update(`deployment\n${commandId}`).digest().subarray(0, 12),
  );
