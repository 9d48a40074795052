import { serviceUnavailable, type MessageContext } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  DomainError,
  type activateRelease,
  type getActiveRelease,
  type listReleases,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { ActiveReleaseRepository } from './active-release.repository.js';
import { BundledSitesService, type StoredFiles } from './bundled-sites.service.js';
import { DeploymentsService } from '../deployments.service.js';
import {
  releaseFolder,
  retainedReleases,
  ReleasesRepository,
  type ReleaseRecord,
} from './releases.repository.js';

type Active = ReplyOf<typeof getActiveRelease>;

const MAX_ATTEMPTS = 5;
/** Long enough for a gateway to load all files of a release. */
const PRESIGNED_URL_SECONDS = 900;

/** Lists releases, and restores one. */
@Injectable()
export class ReleasesService {
  constructor(
    private readonly releases: ReleasesRepository,
    private readonly active: ActiveReleaseRepository,
    private readonly deployments: DeploymentsService,
    private readonly sites: BundledSitesService,
    private readonly store: ObjectStore,
  ) {}

  async list({ bundle }: RequestOf<typeof listReleases>): Promise<ReplyOf<typeof listReleases>> {
    const [all, pointer] = await Promise.all([this.releases.all(), this.active.get()]);
    const { releaseId } = pointer;
    const isServed = bundle === undefined || bundle === pointer.bundle;
    return {
      releases: retainedReleases(all, releaseId).map((release) => ({
        id: release._id.toHexString(),
        hash: release.hash,
        projectName: release.projectName,
        ...(release.domain !== undefined && { domain: release.domain }),
        files: release.files.length,
        bytes: release.bytes,
        createdAt: release.createdAt.toISOString(),
        createdBy: release.createdBy,
        isActive: isServed && (releaseId?.equals(release._id) ?? false),
      })),
    };
  }

  /** `NOT_FOUND` if the release cannot be restored. */
  async activate(id: string, context: MessageContext): Promise<ReplyOf<typeof activateRelease>> {
    const [all, { releaseId }] = await Promise.all([this.releases.all(), this.active.get()]);
    const release = retainedReleases(all, releaseId).find(({ _id }) => _id.toHexString() === id);
    if (!release) throw new DomainError('NOT_FOUND', { kind: 'release' });
    return this.deployments.startRollback(release, context);
  }

  /** The active release for gateways; without files if they know this revision. */
  async current({ known }: RequestOf<typeof getActiveRelease>): Promise<Active> {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const { revision, releaseId, bundle } = await this.active.get();
      const pointer = { revision, ...(typeof bundle === 'string' && { bundle }) };
      if (known === revision) return { ...pointer, earlier: [] };
      const [all, sites] = await Promise.all([this.releases.all(), this.sites.stored()]);
      const live = all.find(({ _id }) => releaseId?.equals(_id));
      // The release was replaced and removed between the two reads: read again.
      if (releaseId && !live) continue;
      const earlier = all.filter((one) => one !== live).map(toStored);
      return {
        ...pointer,
        ...(live && { release: await this.toFiles(toStored(live)) }),
        // A page of a new version was sent a moment ago: its files come first.
        earlier: await Promise.all([...sites, ...earlier].map((one) => this.toFiles(one))),
      };
    }
    // The record of the active release is lost: gateways continue with their files.
    throw serviceUnavailable();
  }

  private async toFiles({ _id, hash, folder, files }: StoredFiles) {
    const presigned = files.map(async (file) => ({
      path: file.path,
      sha256: file.sha256,
      bytes: file.bytes,
      url: await this.store.presignGet(`${folder}${file.path}`, PRESIGNED_URL_SECONDS),
    }));
    return { id: _id.toHexString(), hash, files: await Promise.all(presigned) };
  }
}

const toStored = (release: ReleaseRecord): StoredFiles => ({
  ...release,
  folder: releaseFolder(release),
});
