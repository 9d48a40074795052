import { AppLogger } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { SiteFile } from './site-file.js';

/** How often a site that was not there is looked for again. */
const RETRY_MS = 1_000;
const INDEX = '/index.html';

const readFolder = async (folder: string): Promise<Map<string, SiteFile>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // Neither links, which may lead out of the folder, nor hidden files.
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = names.map(async (name): Promise<[string, SiteFile]> => {
    const path = `/${relative(folder, name).split(sep).join('/')}`;
    return [path, new SiteFile(name, await readFile(name))];
  });
  return new Map(await Promise.all(files));
};

/** The built single-page application, read into memory once. */
@Injectable()
export class SiteFiles {
  private files = new Map<string, SiteFile>();
  private nextTry = 0;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly logger: AppLogger,
  ) {}

  /** Reads the site; one that is not there (yet) is looked for again when somebody asks for it. */
  async load(): Promise<void> {
    const folder = this.config.WEB_DIST;
    this.nextTry = Date.now() + RETRY_MS;
    try {
      const files = await readFolder(folder);
      if (!files.has(INDEX)) throw new Error('there is no index.html');
      this.files = files;
      this.logger.info('the site is loaded', { folder, files: files.size });
    } catch (error) {
      this.logger.warn('the site cannot be read', { folder }, error);
    }
  }

  /** The page that every screen starts from. */
  async index(): Promise<SiteFile | undefined> {
    if (this.files.size === 0 && Date.now() >= this.nextTry) await this.load();
    return this.files.get(INDEX);
  }

  /** The file at `path`, a decoded path that begins with a slash. */
  get(path: string): SiteFile | undefined {
    return this.files.get(path);
  }
}
