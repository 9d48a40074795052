import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { LaunchError, StoppedError } from './failure.ts';
import { sendSignal } from './supervisor/processes.ts';

export { findProgram } from '../bin/machine.mjs';

const TAIL_LINES = 25;
const KILL_DELAY_MS = 3_000;

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** Written to the command's standard input. */
  input?: string;
  /** Receives each line of both outputs. */
  onLine?: (line: string) => void;
  /** Name in error messages. Default: the command and its first argument. */
  title?: string;
  /** What the operator can do after a failure. */
  hints?: string[];
  /** Selects the output lines of the error message. Default: the last lines. */
  selectLines?: (lines: string[]) => string[];
}

/**
 * Runs a command and returns its standard output. The command leads a process group, so that an abort also ends its
 * child processes.
 * @throws LaunchError with the last lines of the output if it fails
 * @throws StoppedError after an abort
 */
export function runCommand(
  command: string,
  args: string[],
  options: CommandOptions = {},
): Promise<string> {
  const {
    cwd,
    env = process.env,
    signal,
    input,
    onLine,
    hints = [],
    selectLines = lastLines,
    title = `${command} ${args[0] ?? ''}`,
  } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new StoppedError());
    const child = spawn(command, args, { cwd, env, detached: true, stdio: 'pipe' });
    let stdout = '';
    let all = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      all += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (all += text));
    child.stdin.on('error', () => undefined).end(input);
    if (onLine !== undefined) {
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream, crlfDelay: Infinity }).on('line', onLine);
    }
    const abort = () => killProcessGroup(child.pid);
    signal?.addEventListener('abort', abort);
    child.on('error', (error) => {
      signal?.removeEventListener('abort', abort);
      reject(new LaunchError(`${command} does not run: ${error.message}`, ...hints));
    });
    child.on('close', (code, killedBy) => {
      signal?.removeEventListener('abort', abort);
      // Also ends the processes that the command left behind in its group.
      if (child.pid !== undefined) sendSignal(child.pid, 'SIGKILL', true);
      if (signal?.aborted) return reject(new StoppedError());
      if (code === 0) return resolve(stdout);
      const shown = selectLines(all.trimEnd().split('\n')).map((line) => `  | ${line}`);
      const ending = killedBy === null ? `exit code ${code}` : `ended by ${killedBy}`;
      reject(new LaunchError(`${title} failed (${ending})`, ...shown, ...hints));
    });
  });
}

function lastLines(lines: string[]): string[] {
  return lines.slice(-TAIL_LINES);
}

/** Output of a short command; undefined if the command is missing or fails. */
export async function tryCommand(command: string, args: string[]): Promise<string | undefined> {
  try {
    return await runCommand(command, args, { signal: AbortSignal.timeout(10_000) });
  } catch {
    return undefined;
  }
}

function killProcessGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  sendSignal(pid, 'SIGTERM', true);
  setTimeout(() => sendSignal(pid, 'SIGKILL', true), KILL_DELAY_MS).unref();
}
