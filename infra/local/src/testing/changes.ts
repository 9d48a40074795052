import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runCommand, tryCommand } from '../command.ts';
import { print } from '../console.ts';
import { packageBin, repository } from '../paths.ts';
import { VITEST } from './sections.ts';
import { toSelection, type SectionName, type Selection } from './selection.ts';

/** All tests depend on these. */
const COMMON = /^(package(-lock)?\.json|tsconfig[^/]*\.json|vitest\.config\.ts)$/;
/** The product and its journeys, without other tests and documents. */
const PRODUCT = /^(services|gateway|web)\/(?!.*(\.md$|\.spec\.|\/test\/))/;

/**
 * What a change can break: all unit tests, because some read files of other kinds, web tests that import changed
 * files, tests with servers in projects that Nx calls affected, and the browser's if the product has changed. The work
 * tree is compared with the commit where its branch left main, on main with the last one.
 */
export async function selectChanged(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Selection> {
  const options = { cwd: repository, env, signal };
  const base = await findBase();
  const git = async (...args: string[]) =>
    (await runCommand('git', args, options)).split('\n').filter((file) => file !== '');
  const changed = [
    ...(await git('diff', '--name-only', base)),
    ...(await git('ls-files', '--others', '--exclude-standard')),
  ];
  print(`${changed.length} files differ from ${base}.`);
  if (changed.some((file) => COMMON.test(file))) return toSelection([], repository);
  const listed = await runCommand(
    process.execPath,
    [VITEST, 'list', '--filesOnly', '--json', '--changed', base, '--project=web'],
    options,
  );
  const importing = (JSON.parse(listed) as { file: string }[]).map(({ file }) =>
    relative(repository, file),
  );
  const affected = await runCommand(
    join(packageBin, 'nx'),
    ['show', 'projects', '--affected', `--base=${base}`, '--json'],
    options,
  );
  const folders = workspaceFolders();
  const projects = (JSON.parse(affected) as string[]).flatMap((name) => folders.get(name) ?? []);
  const withServers = projects.flatMap((folder) =>
    globSync(`${folder}/test/**/*.test.ts`, { cwd: repository }),
  );
  const sections: SectionName[] = ['types', 'lint', 'unused', 'unit'];
  if (changed.some((file) => file.startsWith('infra/observability/'))) sections.push('alerts');
  if (changed.some((file) => PRODUCT.test(file))) sections.push('browser');
  const files = [...importing, ...withServers.filter((file) => !file.endsWith('.cluster.test.ts'))];
  return { sections, files, journeys: [] };
}

async function findBase(): Promise<string> {
  for (const branch of ['origin/main', 'main']) {
    const commit = await tryCommand('git', ['-C', repository, 'merge-base', 'HEAD', branch]);
    if (commit !== undefined) return commit.trim();
  }
  return 'HEAD';
}

/** Folders by the names of their packages. */
function workspaceFolders(): Map<string, string> {
  const readJson = (path: string): { name: string; workspaces?: string[] } =>
    JSON.parse(readFileSync(join(repository, path), 'utf8'));
  const files = (readJson('package.json').workspaces ?? [])
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: repository }))
    .filter((file) => existsSync(join(repository, file)));
  return new Map(files.map((file) => [readJson(file).name, dirname(file)]));
}
