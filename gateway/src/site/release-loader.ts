import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { getActiveRelease, ReplyOf } from '@ctdb/contracts';
import { getObject } from '../media/object-storage-client.js';
import { INDEX, type Site, SiteFile } from './site-file.js';

const CONCURRENCY = 8;

/** A release as ops lists it. */
export type ListedRelease = NonNullable<ReplyOf<typeof getActiveRelease>['release']>;
type ListedFile = ListedRelease['files'][number];

const fetchFile = async ({ path, sha256, bytes, url }: ListedFile): Promise<SiteFile> => {
  const body = await buffer((await getObject(url)).body);
  if (body.length !== bytes || hash('sha256', body, 'hex') !== sha256) {
    throw new Error(`checksum mismatch for ${path}`);
  }
  return new SiteFile(path, body);
};

/** Downloads releases from object storage; a file that two of them share is downloaded once. */
export class ReleaseLoader {
  private readonly files = new Map<string, SiteFile>();

  /** Returns all files of `release`. Rejects if one is missing or has another checksum. */
  async loadAll({ files }: ListedRelease): Promise<Site> {
    const site = new Map<string, SiteFile>();
    await forEachConcurrent(files, async (file) => void site.set(file.path, await this.get(file)));
    if (!site.has(INDEX)) throw new Error('the release has no index.html');
    return site;
  }

  /** Downloads the available files of `release` while `shouldContinue` holds; returns the missing paths. */
  async loadAvailable({ files }: ListedRelease, shouldContinue: () => boolean): Promise<string[]> {
    const missing: string[] = [];
    await forEachConcurrent(files, async (file) => {
      if (!shouldContinue()) return;
      await this.get(file).catch(() => missing.push(file.path));
    });
    return missing;
  }

  /** Returns the files of `release` that are loaded. */
  loadedFiles({ files }: ListedRelease): Site {
    const site = new Map<string, SiteFile>();
    for (const file of files) {
      const known = this.files.get(getKey(file));
      if (known) site.set(file.path, known);
    }
    return site;
  }

  /** Removes the files of all other releases. */
  retainOnly(releases: readonly ListedRelease[]): void {
    const kept = new Set(releases.flatMap(({ files }) => files.map(getKey)));
    for (const key of this.files.keys()) if (!kept.has(key)) this.files.delete(key);
  }

  private async get(file: ListedFile): Promise<SiteFile> {
    const key = getKey(file);
    const found = this.files.get(key) ?? (await fetchFile(file));
    this.files.set(key, found);
    return found;
  }
}

/** Does `work` for all files, some at a time. */
export const forEachConcurrent = async <T>(
  files: readonly T[],
  work: (file: T) => Promise<void>,
): Promise<void> => {
  const left = files.values();
  const next = async (): Promise<void> => {
    for (const file of left) await work(file);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, next));
};

/** Includes the path, because the path determines the MIME type: files with equal bytes may differ in type. */
const getKey = ({ path, sha256 }: ListedFile): string => `${sha256} ${path}`;
