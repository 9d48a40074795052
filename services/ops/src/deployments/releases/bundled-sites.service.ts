import { AppLogger } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import type { ReplyOf, RequestOf, storeBundledSite } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { ActiveReleaseRepository } from './active-release.repository.js';
import { BundledSitesRepository, type BundledSiteRecord } from './bundled-sites.repository.js';
import { InstallationRepository } from './installation.repository.js';
import type { ReleaseRecord } from './releases.repository.js';

/** Sites that stay in any case: those that were used last. */
const KEPT_SITES = 5;
/** A gateway names its site every hour: an older site is served by none. */
const UNUSED_AFTER_MS = 24 * 3_600_000;

/** The files of a release or of a bundled site, and their folder in the bucket. */
export type StoredFiles = Pick<ReleaseRecord, '_id' | 'hash' | 'files'> & { folder: string };

/** Keeps the assets of the pages that came with the last versions. */
@Injectable()
export class BundledSitesService {
  constructor(
    private readonly sites: BundledSitesRepository,
    private readonly active: ActiveReleaseRepository,
    private readonly installation: InstallationRepository,
    private readonly objects: ObjectStore,
    private readonly logger: AppLogger,
  ) {}

  /** Returns where to put the files that are not stored yet. If all are, gateways get the site. */
  async store({
    id,
    files,
  }: RequestOf<typeof storeBundledSite>): Promise<ReplyOf<typeof storeBundledSite>> {
    const site = await this.sites.use(id, files);
    const missing = await this.findMissing(site);
    if (missing.length > 0) return { missing };
    if (!site.isAnnounced) {
      await this.sites.markStored(site._id);
      await this.active.bumpRevision();
      await this.sites.markAnnounced(site._id);
      this.logger.info('a bundled site is stored', { site: id, files: files.length });
      await this.removeUnused().catch((error: unknown) =>
        this.logger.warn('removing unused bundled sites failed', error),
      );
    }
    return { missing: [] };
  }

  /** The sites whose files are all stored, last used first. */
  async stored(): Promise<StoredFiles[]> {
    const stored = (await this.sites.all()).filter(({ storedAt }) => storedAt);
    return Promise.all(stored.map(async (site) => ({ ...site, folder: await this.folder(site) })));
  }

  private async findMissing(site: BundledSiteRecord) {
    const folder = await this.folder(site);
    const stored = new Map<string, number>();
    for await (const { key, bytes } of this.objects.list(`${folder}/`)) stored.set(key, bytes);
    const missing = site.files.filter(({ path, bytes }) => stored.get(folder + path) !== bytes);
    if (missing.length > 0) await this.objects.ensureBucket();
    return Promise.all(
      missing.map(async ({ path }) => ({
        path,
        url: await this.objects.presignPut(folder + path),
      })),
    );
  }

  private async removeUnused(): Promise<void> {
    // Listed before the records are read: a folder is younger than its record.
    const folders = await this.objects.folders(await this.prefix());
    const before = new Date(Date.now() - UNUSED_AFTER_MS);
    const all = await this.sites.all();
    for (const { _id, hash } of all.slice(KEPT_SITES))
      if (await this.sites.removeUnused(_id, before))
        this.logger.info('a bundled site was removed', { site: hash });
    const kept = await Promise.all((await this.sites.all()).map((site) => this.folder(site)));
    for (const folder of folders)
      if (!kept.includes(folder)) await this.objects.removeFolder(folder);
  }

  private async folder({ _id }: Pick<BundledSiteRecord, '_id'>): Promise<string> {
    return `${await this.prefix()}/${_id.toHexString()}`;
  }

  /** Where the files of this installation are: others may use the same bucket. */
  private async prefix(): Promise<string> {
    return `sites/${await this.installation.id()}`;
  }
}
