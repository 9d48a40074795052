import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { INDEX, SiteFile, type Site } from './site-file.js';

/**
 * The built application in `folder`, read into memory; links, which may lead out of the folder, and
 * hidden files are left out. Rejects where there is no first page.
 */
export const readSiteFolder = async (folder: string): Promise<Site> => {
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
