import { spawn } from 'node:child_process';
import { LaunchError, StoppedError } from './failure.ts';

const TAIL_LINES = 25;

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** Written to the command's standard input. */
  input?: string;
  /** What a failure calls it; the command and its first argument unless given. */
  title?: string;
  /** What to do when it fails. */
  advice?: string[];
  /** Which lines of its output tell why it failed; the last ones unless given. */
  reason?: (lines: string[]) => string[];
}

/**
 * Runs a command to its end and returns what it wrote to its standard output.
 * The command leads a process group of its own, so that an abort ends whatever it started as well.
 * @throws LaunchError with the last lines of the output when it fails
 */
export function run(
  command: string,
  args: string[],
  options: CommandOptions = {},
): Promise<string> {
  const { cwd, env = process.env, signal, input, advice = [], reason = lastLines } = options;
  const { title = `${command} ${args[0] ?? ''}` } = options;
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
    const abort = () => endGroup(child.pid);
    signal?.addEventListener('abort', abort);
    child.on('error', (error) => {
      signal?.removeEventListener('abort', abort);
      reject(new LaunchError(`${command} does not run: ${error.message}`, ...advice));
    });
    child.on('close', (code) => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) return reject(new StoppedError());
      if (code === 0) return resolve(stdout);
      const shown = reason(all.trimEnd().split('\n')).map((line) => `  | ${line}`);
      reject(new LaunchError(`${title} failed:`, ...shown, ...advice));
    });
  });
}

function lastLines(lines: string[]): string[] {
  return lines.slice(-TAIL_LINES);
}

/** A short command's output; undefined when it is missing or fails. */
export async function tryRun(command: string, args: string[]): Promise<string | undefined> {
  try {
    return await run(command, args, { signal: AbortSignal.timeout(10_000) });
  } catch {
    return undefined;
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal);
    } catch {
      // Already gone.
    }
  };
  send('SIGTERM');
  setTimeout(() => send('SIGKILL'), 3_000).unref();
}
