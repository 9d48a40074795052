import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** The repository's top folder. */
export const repository = resolve(import.meta.dirname, '../../..');

const run = (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdout: 'pipe' | 'inherit',
): Promise<string> =>
  new Promise((done, reject) => {
    const child = spawn(program, args, {
      cwd: repository,
      env,
      stdio: ['ignore', stdout, 'inherit'],
    });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? done(output)
        : reject(new Error(`${program} ${args.join(' ')} ended with ${String(code)}`)),
    );
  });

/** Runs a program in the repository and returns its standard output; rejects unless it exits with 0. */
export const capture = (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> => run(program, args, env, 'pipe');

/** Runs a program in the repository, and prints what it prints; rejects unless it exits with 0. */
export const show = async (program: string, args: readonly string[]): Promise<void> => {
  await run(program, args, process.env, 'inherit');
};
