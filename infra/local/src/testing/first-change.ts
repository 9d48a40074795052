import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../paths.ts';

/**
 * `npm run test:first-change`: applies the changes of "Your first change" in the README to a clone of the last commit,
 * and runs the checks that the page names, as a new user does.
 */
const folder = mkdtempSync(join(tmpdir(), 'first-change-'));
const run = (command: string, args: string[], options?: ExecFileSyncOptions) =>
  execFileSync(command, args, {
    cwd: folder,
    stdio: ['pipe', 'inherit', 'inherit'],
    // The checks run in their short form.
    env: { ...process.env, NIGHTLY: undefined },
    ...options,
  });
try {
  run('git', ['clone', '--quiet', repository, folder]);
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const [, page = ''] = readme.split('\n## Your first change\n');
  const changes = [...page.matchAll(/```diff\n(.*?)```/gs)].map(([, change = '']) => change);
  const checks = [...page.matchAll(/`npm test -- (?!changed)([^`]+)`/g)].map(
    ([, names = '']) => names,
  );
  if (changes.length === 0 || checks.length === 0) throw new Error('the README has no such page');
  for (const input of changes) run('git', ['apply', '-'], { input });
  for (const names of new Set(checks)) run('npm', ['test', '--', ...names.split(' ')]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
