import { AppLogger } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { INDEX, type Site, type SiteFile } from './site-file.js';
import { readSiteFolder } from './site-folder.js';

/** How often a site that was not there is looked for again. */
const RETRY_MS = 1_000;
/** Files whose names tell their contents. */
const ASSETS = '/assets/';
/** How many of the sites that were served last keep their assets. */
const REMEMBERED = 10;

/**
 * The single-page application that is served: the live release, or what was built with this
 * installation. It is exchanged as a whole, so that no page is made of two builds; the assets of the
 * builds before stay, for pages that are open.
 */
@Injectable()
export class SiteFiles {
  private bundle: Site = new Map();
  private live: Site | undefined;
  private earlier: readonly Site[] = [];
  private served: readonly Site[] = [];
  private nextTry = 0;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly logger: AppLogger,
  ) {}

  /** Reads the built site; one that is not there (yet) is looked for again when somebody asks for it. */
  async load(): Promise<void> {
    const folder = this.config.WEB_DIST;
    this.nextTry = Date.now() + RETRY_MS;
    try {
      this.bundle = await readSiteFolder(folder);
      this.logger.info('the site is loaded', { folder, files: this.bundle.size });
    } catch (error) {
      this.logger.warn('the site cannot be read', { folder }, error);
    }
  }

  /** From now on serves `live`, or what was built with this installation; `earlier` keep their assets. */
  serve(live: Site | undefined, earlier: readonly Site[]): void {
    // Ops may have forgotten a release whose page we sent a moment ago.
    if (this.live) this.served = [this.live, ...this.served].slice(0, REMEMBERED);
    this.live = live;
    this.earlier = earlier;
  }

  /** The page that every screen starts from. */
  async index(): Promise<SiteFile | undefined> {
    const isThere = this.live !== undefined || this.bundle.size > 0;
    if (!isThere && Date.now() >= this.nextTry) await this.load();
    return this.current.get(INDEX);
  }

  /** The file at `path`, a decoded path that begins with a slash. */
  get(path: string): SiteFile | undefined {
    return this.current.get(path) ?? (path.startsWith(ASSETS) ? this.asset(path) : undefined);
  }

  private get current(): Site {
    return this.live ?? this.bundle;
  }

  private asset(path: string): SiteFile | undefined {
    for (const site of [this.bundle, ...this.earlier, ...this.served]) {
      const file = site.get(path);
      if (file) return file;
    }
    return undefined;
  }
}
