import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ReplyOf, getActiveRelease } from '@ctdb/contracts';
import { getObject } from '../media/storage-link.js';
import { INDEX, SiteFile, type Site } from './site-file.js';

const AT_ONCE = 8;

/** A release as ops lists it. */
export type ListedRelease = NonNullable<ReplyOf<typeof getActiveRelease>['release']>;
type ListedFile = ListedRelease['files'][number];

const fetchFile = async ({ path, sha256, bytes, url }: ListedFile): Promise<SiteFile> => {
  const body = await buffer((await getObject(url)).body);
  if (body.length !== bytes || hash('sha256', body, 'hex') !== sha256) {
    throw new Error(`the storage has other bytes for ${path} than were released`);
  }
  return new SiteFile(path, body);
};

/** Fetches releases from object storage; what two of them share is fetched once. */
export class ReleaseLoader {
  private readonly files = new Map<string, SiteFile>();

  /** All files of `release`. Rejects where one is not as it was released. */
  async whole({ files }: ListedRelease): Promise<Site> {
    const site = new Map<string, SiteFile>();
    await inParallel(files, async (file) => void site.set(file.path, await this.get(file)));
    if (!site.has(INDEX)) throw new Error('the release has no index.html');
    return site;
  }

  /** Fetches what can be read of `release` while `goesOn` says so; the paths of what cannot. */
  async readable({ files }: ListedRelease, goesOn: () => boolean): Promise<string[]> {
    const missing: string[] = [];
    await inParallel(files, async (file) => {
      if (!goesOn()) return;
      await this.get(file).catch(() => missing.push(file.path));
    });
    return missing;
  }

  /** What was fetched of `release` so far. */
  known({ files }: ListedRelease): Site {
    const site = new Map<string, SiteFile>();
    for (const file of files) {
      const known = this.files.get(keyOf(file));
      if (known) site.set(file.path, known);
    }
    return site;
  }

  /** Forgets the files of all other releases. */
  keep(releases: readonly ListedRelease[]): void {
    const kept = new Set(releases.flatMap(({ files }) => files.map(keyOf)));
    for (const key of this.files.keys()) if (!kept.has(key)) this.files.delete(key);
  }

  private async get(file: ListedFile): Promise<SiteFile> {
    const key = keyOf(file);
    const found = this.files.get(key) ?? (await fetchFile(file));
    this.files.set(key, found);
    return found;
  }
}

const inParallel = async (
  files: readonly ListedFile[],
  work: (file: ListedFile) => Promise<void>,
): Promise<void> => {
  const left = files.values();
  const next = async (): Promise<void> => {
    for (const file of left) await work(file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
};

/** Includes the path, because the path determines the MIME type: files with equal bytes may differ in type. */
const keyOf = ({ path, sha256 }: ListedFile): string => `${sha256} ${path}`;
