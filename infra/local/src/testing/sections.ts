import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../command.ts';
import { color, elapsed, print } from '../console.ts';
import { formatError } from '../failure.ts';
import { repository } from '../paths.ts';
import { resultFromVitest, singleResult, summaryLine, type TestResult } from './test-result.ts';

/** The program of Vitest. */
export const VITEST = fileURLToPath(
  new URL('vitest.mjs', import.meta.resolve('vitest/package.json')),
);
const SCRIPT_TIMEOUT_MINUTES = 15;
const VITEST_TIMEOUT_MINUTES = process.env['NIGHTLY'] ? 180 : 25;

export interface SectionContext {
  /** Temporary folder of this run. */
  folder: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** A named part of the tests. */
export interface Section {
  name: string;
  run: (context: SectionContext) => Promise<TestResult>;
}

/** An npm script, counted as one test. */
export function scriptSection(
  name: string,
  script = name,
  timeoutMinutes = SCRIPT_TIMEOUT_MINUTES,
): Section {
  return {
    name,
    run: async ({ env, signal }) => {
      const cli = process.env['npm_execpath'];
      const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
      const args = [...first, 'run', '--silent', script];
      const options = { name, env, timeoutMinutes, signal };
      return singleResult(name, (await runWithOutput(command, args, options)).failure);
    },
  };
}

/**
 * Tests that Vitest runs.
 * @param args the project; none with files
 * @param getEnvironment addresses of the servers that the tests need
 */
export function vitestSection(
  name: string,
  args: string[],
  getEnvironment: () => Promise<NodeJS.ProcessEnv> = async () => ({}),
  files: string[] = [],
): Section {
  return {
    name,
    run: async ({ folder, env, signal }) => {
      const report = join(folder, `vitest-${name}.json`);
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const { failure } = await runWithOutput(
        process.execPath,
        [VITEST, 'run', ...reporters, ...args, ...files],
        {
          name,
          env: { ...env, ...(await getEnvironment()) },
          timeoutMinutes: VITEST_TIMEOUT_MINUTES,
          signal,
        },
      );
      const text = existsSync(report) ? readFileSync(report, 'utf8') : undefined;
      return resultFromVitest(name, repository, text, failure, files);
    },
  };
}

interface OutputOptions {
  name: string;
  env: NodeJS.ProcessEnv;
  timeoutMinutes: number;
  signal: AbortSignal;
}

/** Runs a program, prints its output under its name, and stops it and its process group at the time limit. Without a failure it ended with code 0. */
export async function runWithOutput(
  command: string,
  args: string[],
  { name, env, timeoutMinutes, signal }: OutputOptions,
): Promise<{ failure: string | undefined }> {
  const prefix = color('blue', `${name.padEnd(9)}│`);
  const timeout = AbortSignal.timeout(timeoutMinutes * 60_000);
  const onLine = (line: string) => print(`${prefix} ${line}`);
  try {
    const options = { cwd: repository, env, signal: AbortSignal.any([signal, timeout]) };
    await runCommand(command, args, { ...options, onLine, title: 'the program' });
    return { failure: undefined };
  } catch (error) {
    if (signal.aborted) return { failure: 'stopped' };
    if (timeout.aborted) return { failure: `not done in ${timeoutMinutes} min` };
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs a section and prints its result. */
export async function runSection(
  { name, run }: Section,
  context: SectionContext,
): Promise<TestResult> {
  if (context.signal.aborted) return singleResult(name, 'stopped before it started');
  const startedAt = performance.now();
  print(`\n${color('cyan', `━━ ${name} ━━`)}`);
  const result = await run(context).catch((error: unknown) => {
    const text = formatError(error);
    print(text);
    return singleResult(name, text);
  });
  const mark = result.failed === 0 ? color('green', '✔') : color('red', '✖');
  print(`${mark} ${name}: ${summaryLine(result)} ${color('dim', `(${elapsed(startedAt)})`)}`);
  return result;
}
