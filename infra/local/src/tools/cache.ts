import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../bin/lock.mjs';
import { say } from '../console.ts';

/**
 * Builds something once per machine. It is built under another name and then renamed, so that what is there
 * is always whole; what a crashed launcher left half-built is removed. One launcher builds, others wait.
 * @param name names the versions inside too, so that a changed pin is built anew
 * @param build makes the given path, which does not exist yet
 */
export async function buildOnce(
  cache: string,
  name: string,
  build: (draft: string) => Promise<void>,
): Promise<string> {
  const final = join(cache, name);
  if (existsSync(final)) return final;
  mkdirSync(cache, { recursive: true });
  const wait = (pid: number) => say(`  … waiting for process ${pid}, which is building ${name}`);
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

/** Never leaves the file system: a device folder that someone mounted inside stays untouched. */
function removeTree(path: string): void {
  execFileSync('rm', ['-rf', '--one-file-system', '--', path]);
}
