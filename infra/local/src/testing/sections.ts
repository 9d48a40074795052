import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../command.ts';
import { color, print } from '../console.ts';
import { repository } from '../paths.ts';
import { resultFromJest, singleResult, type TestResult } from './test-result.ts';

const JEST = fileURLToPath(import.meta.resolve('jest/bin/jest'));
const SCRIPT_TIMEOUT_MINUTES = 15;
const JEST_TIMEOUT_MINUTES = 25;
const WORKERS = '2';

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
export function scriptSection(name: string, script = name): Section {
  return {
    name,
    run: async ({ env, signal }) => {
      const cli = process.env['npm_execpath'];
      const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
      const args = [...first, 'run', '--silent', script];
      const options = { name, env, timeoutMinutes: SCRIPT_TIMEOUT_MINUTES, signal };
      return singleResult(name, (await runWithOutput(command, args, options)).failure);
    },
  };
}

/** The Jest project with the name of the section. */
export function jestSection(
  name: string,
  getEnvironment: () => Promise<NodeJS.ProcessEnv> = async () => ({}),
): Section {
  return {
    name,
    run: async ({ folder, env, signal }) => {
      const report = join(folder, `jest-${name}.json`);
      const args = [
        ...[JEST, '--ci', '--selectProjects', name, '--maxWorkers', WORKERS],
        ...['--json', '--outputFile', report],
      ];
      const nodeOptions = '--experimental-vm-modules --no-warnings';
      const { failure } = await runWithOutput(process.execPath, args, {
        name,
        env: { ...env, NODE_OPTIONS: nodeOptions, ...(await getEnvironment()) },
        timeoutMinutes: JEST_TIMEOUT_MINUTES,
        signal,
      });
      const text = existsSync(report) ? readFileSync(report, 'utf8') : undefined;
      return resultFromJest(name, text, failure);
    },
  };
}

interface CommandResult {
  /** Undefined if the program ended with code 0. */
  failure: string | undefined;
  lines: string[];
}

interface OutputOptions {
  name: string;
  env: NodeJS.ProcessEnv;
  timeoutMinutes: number;
  signal: AbortSignal;
}

/** Runs a program, prints its output under its name, and stops it and its process group at the time limit. */
export async function runWithOutput(
  command: string,
  args: string[],
  { name, env, timeoutMinutes, signal }: OutputOptions,
): Promise<CommandResult> {
  const prefix = color('blue', `${name.padEnd(9)}│`);
  const timeout = AbortSignal.timeout(timeoutMinutes * 60_000);
  const lines: string[] = [];
  const onLine = (line: string) => {
    lines.push(line);
    print(`${prefix} ${line}`);
  };
  try {
    const both = AbortSignal.any([signal, timeout]);
    await runCommand(command, args, {
      cwd: repository,
      env,
      signal: both,
      onLine,
      title: 'the program',
    });
    return { failure: undefined, lines };
  } catch (error) {
    if (signal.aborted) return { failure: 'stopped', lines };
    if (timeout.aborted) return { failure: `not done in ${timeoutMinutes} min`, lines };
    return { failure: error instanceof Error ? error.message : String(error), lines };
  }
}
