import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { AppLogger } from '@ctdb/chassis';
import { SCREENS_FILE, SITE_MANIFEST } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { contentType } from 'mime-types';
import { z } from 'zod';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { CompressibleBody } from '../http/compressible-body.js';
import { ActiveSite } from '../info/active-site.js';

/** Types whose files are compressed already. */
const compressedTypes = /^(image\/(?!svg|x-icon|vnd\.microsoft\.icon)|font\/)/;
/** Of Brotli and gzip: a file is compressed once and sent often. */
const COMPRESSION_LEVEL = 9;

/** The path of the page that every screen starts from. */
const INDEX = '/index.html';

/** One file of the site, in memory; compressed when it is first asked for. */
export class SiteFile extends CompressibleBody {
  readonly type: string;
  readonly etag: string;

  constructor(name: string, body: Buffer) {
    super(body, COMPRESSION_LEVEL);
    this.type = contentType(extname(name)) || 'application/octet-stream';
    this.etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  }

  override get isCompressible(): boolean {
    return super.isCompressible && !compressedTypes.test(this.type);
  }
}

/** The files of one build of the application, by path; paths begin with a slash. */
type Site = ReadonlyMap<string, SiteFile>;

/**
 * The built application in `folder`, read into memory; links, which may lead out of the folder, and
 * hidden files are left out. Rejects where there is no first page.
 */
const readSiteFolder = async (folder: string): Promise<Site> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = names.map(async (name): Promise<[string, SiteFile]> => {
    const path = `/${relative(folder, name).split(sep).join('/')}`;
    return [path, new SiteFile(name, await readFile(name))];
  });
  const site = new Map(await Promise.all(files));
  if (!site.has(INDEX)) throw new Error('there is no index.html');
  return site;
};

const parseScreens = ({ body }: SiteFile): URLPattern[] =>
  z
    .array(z.string())
    .parse(JSON.parse(body.toString()))
    .map((pathname) => new URLPattern({ pathname }, { ignoreCase: true }));

/** Minimum time between two attempts to read a missing site. */
const RETRY_INTERVAL_MS = 1_000;

/** The single-page application that came with this version, in memory. */
@Injectable()
export class SiteStore {
  private files: Site = new Map();
  private screens: URLPattern[] | undefined;
  private isMissing = false;
  private nextTry = 0;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly active: ActiveSite,
    private readonly logger: AppLogger,
  ) {}

  /** Reads the built site. If it does not exist (yet), the next request for it reads again. */
  async load(): Promise<void> {
    const folder = this.config.WEB_DIST;
    this.nextTry = Date.now() + RETRY_INTERVAL_MS;
    try {
      const files = await readSiteFolder(folder);
      const screens = files.get(SCREENS_FILE);
      this.screens = screens && parseScreens(screens);
      this.files = files;
      const manifest = files.get(SITE_MANIFEST);
      this.active.bundle = manifest && hash('sha256', manifest.body, 'hex');
      this.logger.info('the site is loaded', { folder, files: files.size });
    } catch (error) {
      if (!this.isMissing) this.logger.warn('the site cannot be read', { folder }, error);
      this.isMissing = true;
    }
  }

  /** The page that every screen starts from. */
  async index(): Promise<SiteFile | undefined> {
    if (this.files.size === 0 && Date.now() >= this.nextTry) await this.load();
    return this.get(INDEX);
  }

  /** Whether a screen has this path; of a site without a list of them, each path may be one. */
  hasScreen(pathname: string): boolean {
    return this.screens?.some((screen) => screen.test({ pathname })) ?? true;
  }

  /** The file at `path`, a decoded path that begins with a slash. */
  get(path: string): SiteFile | undefined {
    return this.files.get(path);
  }
}
