import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { contentType } from 'mime-types';
import { UserVisibleError } from '../failure.js';
import type { ReleaseFile } from './releases.repository.js';

const MAX_FILES = 5_000;
const MAX_BYTES = 250_000_000;
/** What a build tool calls its files; nothing that means something to a path or to an address. */
const NAME = /^(\/[A-Za-z0-9_@+~-][A-Za-z0-9._@+~-]*)+$/;

/** A built site with its files. */
export interface BuiltSite {
  folder: string;
  files: ReleaseFile[];
  bytes: number;
  /** Over names and contents of all. */
  hash: string;
}

/** The content type by the extension, with its charset. */
export const getMimeType = (path: string): string =>
  contentType(extname(path)) || 'application/octet-stream';

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** Reads and hashes the files of a site; no links, no hidden files. Throws if it cannot be a release. */
export const readSite = async (folder: string): Promise<BuiltSite> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(
      ({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).split(sep).join('/')}`,
    )
    .sort();
  if (!paths.includes('/index.html')) throw new UserVisibleError('There is no index.html.');
  if (paths.length > MAX_FILES)
    throw new UserVisibleError(`There are more than ${MAX_FILES} files.`);
  const files: ReleaseFile[] = [];
  let bytes = 0;
  for (const path of paths) {
    if (!NAME.test(path)) throw new UserVisibleError('A file has a name that no release may hold.');
    const content = await readFile(join(folder, path));
    bytes += content.length;
    if (bytes > MAX_BYTES) throw new UserVisibleError(`There are more than ${MAX_BYTES} bytes.`);
    files.push({ path, sha256: sha256(content), bytes: content.length });
  }
  const hash = sha256(files.map((file) => `${file.sha256} ${file.path}\n`).join(''));
  return { folder, files, bytes, hash };
};
