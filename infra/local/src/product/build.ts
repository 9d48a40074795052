import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  type Dirent,
} from 'node:fs';
import { join, relative } from 'node:path';
import { withLock } from '../../bin/lock.mjs';
import { runCommand } from '../command.ts';
import { print } from '../console.ts';
import { packageBin, repository } from '../paths.ts';
import { step } from '../steps.ts';
import { serviceFolders, sharedProjects } from './services.ts';

/** Sources of the product, and the built product (`dist` in each). */
const BUILD_INPUTS = [
  ...sharedProjects,
  ...serviceFolders,
  'web',
  'tsconfig.base.json',
  'nx.json',
  'package-lock.json',
];

const FINGERPRINT_FILE = join(repository, '.nx', 'launcher-build');

/** Builds services, gateway and web if anything has changed. */
export async function buildProduct(signal: AbortSignal): Promise<void> {
  await step('Building services and web', async () => {
    if (isCurrent()) return;
    mkdirSync(join(repository, '.nx'), { recursive: true });
    const wait = (pid: number) => print(`  … waiting for process ${pid}, which is building`);
    await withLock(`${FINGERPRINT_FILE}.lock`, wait, async () => {
      if (isCurrent()) return;
      const args = ['run-many', '-t', 'build', '--outputStyle=static'];
      const hints = ['The whole output comes with: npm run build'];
      await runCommand(join(packageBin, 'nx'), args, {
        cwd: repository,
        env: environment(),
        signal,
        hints,
        selectLines: errorLines,
      });
      writeFileSync(FINGERPRINT_FILE, fingerprint(repository, BUILD_INPUTS));
    });
  });
}

function isCurrent(): boolean {
  return (
    existsSync(FINGERPRINT_FILE) &&
    readFileSync(FINGERPRINT_FILE, 'utf8') === fingerprint(repository, BUILD_INPUTS)
  );
}

/** Error lines of the compilers. The last lines may belong to another project. */
function errorLines(lines: string[]): string[] {
  const errors = lines.filter(
    (line) => /\berror\b/i.test(line) && !/^(npm error|dist\/)/.test(line),
  );
  return (errors.length > 0 ? errors : lines).slice(-20);
}

function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${packageBin}:${process.env['PATH'] ?? ''}`,
    NODE_ENV: 'production',
    NX_DAEMON: 'false',
    NX_TUI: 'false',
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
  };
}

const EXCLUDED_FOLDERS = new Set(['node_modules', 'coverage', 'output', 'test', 'e2e', 'bench']);

/**
 * Hash of names, sizes and times of everything that a build reads or writes. Takes milliseconds; Nx takes seconds.
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
    if (EXCLUDED_FOLDERS.has(entry.name) || entry.isSymbolicLink()) return [];
    const inside = join(path, entry.name);
    if (entry.isDirectory()) return filesIn(inside);
    return entry.isFile() && !/\.(spec\.tsx?|md|log)$/.test(entry.name) ? [inside] : [];
  });
}

function byName(one: Dirent, other: Dirent): number {
  return one.name < other.name ? -1 : 1;
}
