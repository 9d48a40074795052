import { AppLogger } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { INDEX, type Site, type SiteFile } from './site-file.js';
import { getSiteHash, readSiteFolder } from './site-folder.js';

/** How often a site that was not there is looked for again. */
const RETRY_INTERVAL_MS = 1_000;
/** Files whose names tell their contents. */
const ASSET_PREFIX = '/assets/';
/** How many of the sites that were served last keep their assets. */
const MAX_PREVIOUS_SITES = 10;

/** A release that is live in the place of the bundle `bundle`; undefined where there was none. */
export interface ActiveSite {
  readonly site: Site;
  readonly bundle: string | undefined;
}

/**
 * The single-page application that is served: the live release, or what was built with this
 * installation. It is exchanged as a whole, so that no page is made of two builds; the assets of the
 * builds before stay, for pages that are open.
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

  /** What tells the bundle of this installation from others; undefined where there is none. */
  get bundledSiteId(): string | undefined {
    return this.id;
  }

  /** Whether a release that took the place of `bundle` is served in the place of ours. */
  isReplacedBy(bundle: string | undefined): boolean {
    return this.id === undefined || this.id === bundle;
  }

  /** From now on serves `live`, or what was built with this installation. */
  activate(live: ActiveSite | undefined): void {
    // Ops may have forgotten a release whose page we sent a moment ago.
    if (this.active) this.served = [this.active.site, ...this.served].slice(0, MAX_PREVIOUS_SITES);
    this.active = live;
  }

  /** From now on the assets of these are there, too. */
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
    return this.current.get(path) ?? (path.startsWith(ASSET_PREFIX) ? this.asset(path) : undefined);
  }

  private get current(): Site {
    // A bundle that was not there when the release was switched to may have come since.
    return this.active && this.isReplacedBy(this.active.bundle) ? this.active.site : this.bundle;
  }

  private asset(path: string): SiteFile | undefined {
    const live = this.active ? [this.active.site] : [];
    for (const site of [this.bundle, ...live, ...this.earlier, ...this.served]) {
      const file = site.get(path);
      if (file) return file;
    }
    return undefined;
  }
}
