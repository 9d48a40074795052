import { createHash } from 'node:crypto';
import { readdirSync, statSync, type Dirent } from 'node:fs';
import { join, relative } from 'node:path';

const NOT_SOURCES = new Set(['node_modules', 'coverage', 'output', 'test', 'e2e', 'bench']);

/**
 * Tells whether anything changed that a build reads or writes, by names, sizes and times: a few milliseconds
 * where asking the build tool takes seconds.
 * @param root the repository
 * @param entries files and folders in it
 */
export function fingerprint(root: string, entries: string[]): string {
  const hash = createHash('sha256');
  for (const file of entries.flatMap((entry) => filesIn(join(root, entry)))) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(root, file)}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  const entries = readdirSync(path, { withFileTypes: true }).sort(byName);
  return entries.flatMap((entry) => {
    if (NOT_SOURCES.has(entry.name) || entry.isSymbolicLink()) return [];
    const inside = join(path, entry.name);
    if (entry.isDirectory()) return filesIn(inside);
    return entry.isFile() && !/\.(spec\.tsx?|md|log)$/.test(entry.name) ? [inside] : [];
  });
}

function byName(one: Dirent, other: Dirent): number {
  return one.name < other.name ? -1 : 1;
}
