import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppLogger } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import { ASSET_FOLDER } from '@ctdb/contracts';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { contentType } from 'mime-types';
import pMap from 'p-map';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { ActiveSiteRepository } from './active-site.repository.js';
import { InstallationRepository } from './installation.repository.js';
import { readBundle, type SiteBundle } from './site-bundle.js';
import { SitesRepository } from './sites.repository.js';

const CONCURRENCY = 8;
const DAY_MS = 86_400_000;
const UNUSED_AFTER_MS = 30 * DAY_MS;
const RETRY_MS = 5_000;

/**
 * Keeps the assets of sites in object storage, so that gateways of other versions serve them for open pages. Each
 * worker publishes the site of its own version when it starts, and every day.
 */
@Injectable()
export class SitePublisher implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    private readonly sites: SitesRepository,
    private readonly active: ActiveSiteRepository,
    private readonly installation: InstallationRepository,
    private readonly store: ObjectStore,
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.store.isConfigured) void this.publishOwn();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  @Interval(DAY_MS)
  async publishDaily(): Promise<void> {
    if (!this.store.isConfigured) return;
    await this.publishOwn();
    await this.removeUnused();
  }

  /** The site of this version, complete. Throws if it is not. */
  readBundle(): Promise<SiteBundle> {
    return readBundle(this.config.deployments.site);
  }

  /** Stores the assets that the storage lacks; nothing is overwritten. May be interrupted and repeated. */
  async publish({ folder, hash, files }: SiteBundle, signal: AbortSignal): Promise<void> {
    const assets = files.filter(({ path }) => path.startsWith(ASSET_FOLDER));
    const site = await this.sites.add(hash, assets);
    const prefix = this.installation.siteFolder(site._id);
    await this.store.ensureBucket();
    await pMap(
      assets,
      async ({ path }) => {
        const type = contentType(extname(path)) || 'application/octet-stream';
        await this.store.putOnce(prefix + path, await readFile(join(folder, path)), type);
      },
      { concurrency: CONCURRENCY, signal },
    );
    if (site.storedAt) return;
    await this.sites.markStored(site._id);
    await this.active.bumpRevision();
    this.logger.info('a site is published', { site: hash, files: assets.length });
  }

  /** Removes the assets of sites that were not used for 30 days. */
  async removeUnused(): Promise<void> {
    // Listed before the records are read: a folder is younger than its record.
    const folders = await this.store.folders(this.installation.sitesFolder);
    await this.sites.removeUnused(new Date(Date.now() - UNUSED_AFTER_MS));
    const sites = await this.sites.all();
    const kept = sites.map(({ _id }) => this.installation.siteFolder(_id));
    for (const folder of folders) if (!kept.includes(folder)) await this.store.removeFolder(folder);
  }

  /** Tries until it succeeds; warns once. */
  private async publishOwn(): Promise<void> {
    for (let tries = 1; !this.stopping.signal.aborted; tries += 1) {
      try {
        return await this.publish(await this.readBundle(), this.stopping.signal);
      } catch (error) {
        if (tries === 1 && !this.stopping.signal.aborted)
          this.logger.warn('publishing the site failed', error);
      }
      await pause(RETRY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }
}
