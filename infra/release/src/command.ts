import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** The repository's top folder. */
export const repository = resolve(import.meta.dirname, '../../..');

const MAX_OUTPUT_BYTES = 100_000_000;

/** Runs a program in the repository and returns its standard output; throws unless it exits with 0. */
export const capture = (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): string =>
  execFileSync(program, args, {
    cwd: repository,
    env,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Runs a program in the repository, and prints what it prints; throws unless it exits with 0. */
export const show = (program: string, args: readonly string[]): void => {
  execFileSync(program, args, { cwd: repository, stdio: ['ignore', 'inherit', 'inherit'] });
};
