import { AppLogger } from '@ctdb/chassis';
import { ASSET_FOLDER } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { INDEX, type Site, type SiteFile } from './site-file.js';
import { getSiteHash, readSiteFolder } from './site-folder.js';

/** Minimum time between two attempts to read a missing bundled site. */
const RETRY_INTERVAL_MS = 1_000;
/** Previous sites whose assets stay available. */
const MAX_PREVIOUS_SITES = 10;

/** A release that replaced the bundled site `bundle`; undefined if there was none. */
export interface ActiveSite {
  readonly site: Site;
  readonly bundle: string | undefined;
}

/**
 * The single-page application that is served: the active release or the bundled site. It is exchanged
 * as a whole, so that no page mixes two builds. Assets of previous builds stay for open pages.
 */
@Injectable()
export class SiteStore {
  private bundle: Site = new Map();
  private id: string | undefined;
  private isMissing = false;
  private active: ActiveSite | undefined;
  private earlier: readonly Site[] = [];
  private served: readonly Site[] = [];
  private nextTry = 0;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly logger: AppLogger,
  ) {}

  /** Reads the built site. If it does not exist (yet), the next request for it reads again. */
  async load(): Promise<void> {
    const folder = this.config.WEB_DIST;
    this.nextTry = Date.now() + RETRY_INTERVAL_MS;
    try {
      const bundle = await readSiteFolder(folder);
      this.bundle = bundle;
      this.id = getSiteHash(bundle);
      this.logger.info('the site is loaded', { folder, files: bundle.size });
    } catch (error) {
      if (!this.isMissing) this.logger.warn('the site cannot be read', { folder }, error);
      this.isMissing = true;
    }
  }

  /** The hash of the bundled site; undefined if there is none. */
  get bundledSiteId(): string | undefined {
    return this.id;
  }

  /** The files of the bundled site whose names carry a hash. */
  get bundledAssets(): Site {
    return new Map([...this.bundle].filter(([path]) => path.startsWith(ASSET_FOLDER)));
  }

  /** Whether a release that replaced `bundle` also replaces the bundled site of this installation. */
  isReplacedBy(bundle: string | undefined): boolean {
    return this.id === undefined || this.id === bundle;
  }

  /** Serves `active`, or the bundled site if it is undefined. */
  activate(active: ActiveSite | undefined): void {
    // Ops may have deleted a release whose page was sent a moment ago.
    if (this.active) this.served = [this.active.site, ...this.served].slice(0, MAX_PREVIOUS_SITES);
    this.active = active;
  }

  /** Replaces the retained releases, whose assets stay available. */
  setRetained(earlier: readonly Site[]): void {
    this.earlier = earlier;
  }

  /** The page that every screen starts from. */
  async index(): Promise<SiteFile | undefined> {
    if (this.id === undefined && Date.now() >= this.nextTry) await this.load();
    return this.current.get(INDEX);
  }

  /** The file at `path`, a decoded path that begins with a slash. */
  get(path: string): SiteFile | undefined {
    return this.current.get(path) ?? (path.startsWith(ASSET_FOLDER) ? this.asset(path) : undefined);
  }

  private get current(): Site {
    // A bundle that was not there when the release was switched to may have come since.
    return this.active && this.isReplacedBy(this.active.bundle) ? this.active.site : this.bundle;
  }

  private asset(path: string): SiteFile | undefined {
    const active = this.active ? [this.active.site] : [];
    for (const site of [this.bundle, ...active, ...this.earlier, ...this.served]) {
      const file = site.get(path);
      if (file) return file;
    }
    return undefined;
  }
}
