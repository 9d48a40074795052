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
  const body = await buffer(await getObject(url));
  if (body.length !== bytes || hash('sha256', body, 'hex') !== sha256) {
    throw new Error(`the storage has other bytes for ${path} than were released`);
  }
  return new SiteFile(path, body);
};

/** Fetches releases from object storage; what two of them share is fetched once. */
export class ReleaseLoader {
  private files = new Map<string, SiteFile>();

  /** All files of all `releases`, in their order. Rejects where one is not as it was released. */
  async load(releases: readonly ListedRelease[]): Promise<Site[]> {
    const wanted = new Map<string, ListedFile>();
    for (const file of releases.flatMap(({ files }) => files)) wanted.set(keyOf(file), file);
    const known = this.files;
    const found = new Map<string, SiteFile>();
    const missing = [...wanted].filter(([key]) => !known.has(key));
    const work = missing.values();
    const fetchNext = async (): Promise<void> => {
      for (const [key, file] of work) found.set(key, await fetchFile(file));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
    for (const key of wanted.keys()) {
      const file = known.get(key);
      if (file) found.set(key, file);
    }
    this.files = found;
    return releases.map(({ files }) => siteOf(files, found));
  }
}

/** The type of a file is told by its name, so two of the same bytes may differ. */
const keyOf = ({ path, sha256 }: ListedFile): string => `${sha256} ${path}`;

const siteOf = (files: readonly ListedFile[], found: ReadonlyMap<string, SiteFile>): Site => {
  const site = new Map<string, SiteFile>();
  for (const file of files) {
    const loaded = found.get(keyOf(file));
    if (loaded) site.set(file.path, loaded);
  }
  if (!site.has(INDEX)) throw new Error('the release has no index.html');
  return site;
};
