import { toContract } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import { getActiveSite, type Requests } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { ActiveSiteRepository } from './active-site.repository.js';
import { InstallationRepository } from './installation.repository.js';
import { SitesRepository, type SiteRecord } from './sites.repository.js';

/** Gateways get the assets of this many sites, those that were used last. */
const OFFERED_SITES = 10;
const PRESIGNED_URL_SECONDS = 900;

/** Tells gateways what visitors see, and where the assets of other versions are. */
@Injectable()
export class SitesService {
  constructor(
    private readonly sites: SitesRepository,
    private readonly active: ActiveSiteRepository,
    private readonly installation: InstallationRepository,
    private readonly store: ObjectStore,
  ) {}

  async current({ known, bundle }: Requests['getActiveSite']) {
    // Without a storage there is nothing to wait for.
    const isPublished =
      bundle === undefined || !this.store.isConfigured || (await this.sites.use(bundle));
    const pointer = await this.active.get();
    const { revision } = pointer;
    if (known === revision) return { revision, isPublished, earlier: [] };
    const stored = this.store.isConfigured ? await this.sites.all() : [];
    const offered = stored.filter(({ storedAt }) => storedAt).slice(0, OFFERED_SITES);
    return toContract(getActiveSite.reply, {
      revision,
      isPublished,
      site: pointer.shown,
      earlier: await Promise.all(offered.map((site) => this.toFiles(site))),
    });
  }

  private async toFiles(site: SiteRecord) {
    const folder = this.installation.siteFolder(site._id);
    const presigned = site.files.map(async (file) => ({
      ...file,
      url: await this.store.presignGet(folder + file.path, PRESIGNED_URL_SECONDS),
    }));
    return { ...site, files: await Promise.all(presigned) };
  }
}
