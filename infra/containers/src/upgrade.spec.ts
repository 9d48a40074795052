import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findTagBefore } from './upgrade.ts';

const folder = mkdtempSync(join(tmpdir(), 'ctdb-tags-'));
const git = (...args: string[]) => {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  execFileSync('git', [...author, ...args], { cwd: folder });
};
const commit = () => git('commit', '--quiet', '--allow-empty', '--message', 'feat: a change');

beforeAll(() => git('init', '--quiet'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the version before is the newest tag of a version, but not one of this commit', async () => {
  commit();
  expect(await findTagBefore(folder)).toBeUndefined();
  git('tag', 'v1.0.0');
  commit();
  git('tag', 'before-a-try');
  expect(await findTagBefore(folder)).toBe('v1.0.0');
  commit();
  git('tag', 'v1.1.0');
  expect(await findTagBefore(folder)).toBe('v1.0.0');
  commit();
  expect(await findTagBefore(folder)).toBe('v1.1.0');
});
