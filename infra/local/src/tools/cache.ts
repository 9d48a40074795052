import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../bin/lock.mjs';
import { print } from '../console.ts';

/**
 * Builds a folder of the cache once per machine. A lock lets one launcher build. The draft is renamed when it is
 * complete; drafts of crashed launchers are removed.
 * @param name contains the version, so that another version is another folder
 * @param build creates the given path
 */
export async function buildOnce(
  cache: string,
  name: string,
  build: (draft: string) => Promise<void>,
): Promise<string> {
  const final = join(cache, name);
  if (existsSync(final)) return final;
  mkdirSync(cache, { recursive: true });
  const wait = (pid: number) => print(`  … waiting for process ${pid}, which is building ${name}`);
  return withLock(join(cache, `${name}.lock`), wait, async () => {
    if (existsSync(final)) return final;
    for (const entry of readdirSync(cache)) {
      if (entry.startsWith(`${name}.draft-`)) removeTree(join(cache, entry));
    }
    const draft = join(cache, `${name}.draft-${randomBytes(4).toString('hex')}`);
    try {
      await build(draft);
      renameSync(draft, final);
    } finally {
      if (existsSync(draft)) removeTree(draft);
    }
    return final;
  });
}

/** Stays on one file system, so that mounted device folders are not emptied. */
function removeTree(path: string): void {
  execFileSync('rm', ['-rf', '--one-file-system', '--', path]);
}
