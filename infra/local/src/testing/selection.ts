import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { LaunchError } from '../failure.ts';
import { repository } from '../paths.ts';

/** In the order of their cost. */
export const SECTIONS = [
  ...['build', 'types', 'lint', 'unused', 'unit', 'web'],
  ...['service', 'faults', 'alerts', 'browser'],
] as const;
export type SectionName = (typeof SECTIONS)[number];

/** What a run of the tests consists of. Paths are relative to the repository. */
export interface Selection {
  sections: SectionName[];
  /** Files for Vitest. */
  files: string[];
  /** Files for Playwright. */
  journeys: string[];
}

const JOURNEYS = 'web/e2e/journeys/';
const TEST_FILE = /\.(spec|test)\.tsx?$/;

const isSection = (name: string): name is SectionName =>
  (SECTIONS as readonly string[]).includes(name);

/**
 * Reads the arguments of `npm test`: names of sections, and paths of test files.
 * @param folder where `npm test` was called
 * @throws LaunchError for an argument that is neither
 */
export function toSelection(args: string[], folder: string): Selection {
  if (args.length === 0) return { sections: [...SECTIONS], files: [], journeys: [] };
  const selection: Selection = { sections: [], files: [], journeys: [] };
  for (const arg of args) {
    if (isSection(arg)) selection.sections.push(arg);
    else {
      const path = findTestFile(arg, folder);
      (path.startsWith(JOURNEYS) ? selection.journeys : selection.files).push(path);
    }
  }
  return selection;
}

function findTestFile(arg: string, folder: string): string {
  const file = [resolve(folder, arg), join(repository, arg)].find((path) => existsSync(path));
  const path = file === undefined ? undefined : relative(repository, file);
  if (path === undefined || path.startsWith('..'))
    throw new LaunchError(
      `${arg} is neither a section nor a file.`,
      `The sections are: ${SECTIONS.join(', ')}, and changed, alone, for what a change can break.`,
    );
  const isTest = path.startsWith(JOURNEYS) || TEST_FILE.test(path);
  if (!isTest)
    throw new LaunchError(
      `${arg} is no test file.`,
      'npm test -- changed runs the tests that import changed files.',
    );
  return path;
}

/** Whether any of the files runs on the real servers. */
export const needsServers = (files: string[]): boolean =>
  files.some((file) => !/\.spec\.tsx?$/.test(file));

/** Whether any of the tests runs restic and rclone. */
export const needsBackupTools = (sections: Set<string>, files: string[]): boolean =>
  sections.has('service') || files.some((file) => file.startsWith('infra/backup/test/'));
