import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runCommand, tryCommand } from '../command.ts';
import { packageBin, repository } from '../paths.ts';
import { VITEST } from './sections.ts';
import type { Selection } from './selection.ts';

/**
 * What a change can break: the tests that import changed files, tests of processes in projects that Nx calls affected,
 * and the browser's if the web application is one of them. The work tree is compared with the commit where its branch
 * began, or with the last one.
 */
export async function selectChanged(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Selection> {
  const base = await findBase();
  const options = { cwd: repository, env, signal };
  const listed = await runCommand(
    process.execPath,
    [VITEST, 'list', '--filesOnly', '--json', '--changed', base],
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
  // These start processes, whose sources they do not import.
  const faults = projects.flatMap((folder) =>
    globSync(`${folder}/test/**/*.fault.test.ts`, { cwd: repository }),
  );
  const files = [...importing, ...faults].filter((file) => !file.endsWith('.cluster.test.ts'));
  return {
    sections: [
      'types',
      'lint',
      'unused',
      ...(projects.includes('web') ? ['browser' as const] : []),
    ],
    files: [...new Set(files)],
    journeys: [],
  };
}

async function findBase(): Promise<string> {
  for (const branch of ['@{upstream}', 'origin/main']) {
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
