import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const PUBLIC_MIRROR = 'http://deb.debian.org/debian';

/** The Debian archive that this host itself uses, else the public one. */
export function debianMirror(aptFolder = '/etc/apt'): string {
  for (const file of sourceFiles(aptFolder)) {
    const found = mirrorIn(readFileSync(file, 'utf8'));
    if (found !== undefined) return found;
  }
  return PUBLIC_MIRROR;
}

/** The first address in an apt source list (either format) that ends in /debian. */
export function mirrorIn(text: string): string | undefined {
  for (const line of text.split('\n')) {
    if (!/^\s*(deb\s|URIs:)/.test(line)) continue;
    const address = line.split(/\s+/).find((word) => /^https?:\/\/\S+\/debian\/?$/.test(word));
    if (address !== undefined) return address;
  }
  return undefined;
}

function sourceFiles(aptFolder: string): string[] {
  const folder = join(aptFolder, 'sources.list.d');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return [
    join(aptFolder, 'sources.list'),
    ...names.filter((name) => /\.(list|sources)$/.test(name)).map((name) => join(folder, name)),
  ].filter((file) => existsSync(file));
}
