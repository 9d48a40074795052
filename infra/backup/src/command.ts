import { spawn } from 'node:child_process';

const TAIL_LINES = 15;

interface Options {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Its output goes to the own output. */
  inherit?: boolean;
}

/** A program that ended with an error. */
export class CommandError extends Error {
  readonly code: number | null;

  constructor(command: string, code: number | null, output: string) {
    super(`${command} failed (${code}):\n${output.split('\n').slice(-TAIL_LINES).join('\n')}`);
    this.code = code;
  }
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
/** Aborted when this program must end; programs that it runs end with it. */
export const stopSignal = stop.signal;

/** Returns what every program needs, without the secrets of this one. */
const passedOn = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'SSL_CERT_DIR'].map((name) => [name, process.env[name]]),
  );

/** Runs a program; returns its outputs. */
export const run = (
  command: string,
  args: string[],
  { env = {}, cwd, inherit = false }: Options = {},
): Promise<{ stdout: string; stderr: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...passedOn(), ...env },
      stdio: ['ignore', inherit ? 'inherit' : 'pipe', 'pipe'],
      signal: stopSignal,
    });
    const result = { stdout: '', stderr: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (result.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (result.stderr += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve(result);
      const output = `${result.stdout}${result.stderr}`.trimEnd();
      reject(new CommandError(`${command} ${args[0] ?? ''}`, code, output));
    });
  });

/** Parts of the work; a failed run names the part in which it failed. */
export type Step = 'databases' | 'objects' | 'secrets' | 'repository' | 'comparison';

/** An error with the part of the work in which it happened. */
export class StepError extends Error {
  readonly step: Step;

  constructor(step: Step, cause: unknown) {
    super(`${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.step = step;
  }
}

/** Does a part of the work; its errors name it. */
export const during = async <T>(step: Step, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new StepError(step, error);
  }
};
