import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { paint, say } from '../console.ts';
import { repository } from '../paths.ts';
import { send } from '../supervisor/processes.ts';

export interface ShownRun {
  /** undefined when it ended in order */
  failure?: string;
  lines: string[];
}

interface Options {
  name: string;
  env: NodeJS.ProcessEnv;
  limitMinutes: number;
  signal: AbortSignal;
}

/** Runs a program with its output shown as it comes, each line under its name, and ends it when it takes too long. */
export function runShown(command: string, args: string[], options: Options): Promise<ShownRun> {
  const { name, env, limitMinutes, signal } = options;
  const prefix = paint('blue', `${name.padEnd(9)}│`);
  const lines: string[] = [];
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ failure: 'stopped', lines });
    const child = spawn(command, args, {
      cwd: repository,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => {
        lines.push(line);
        say(`${prefix} ${line}`);
      });
    }
    let failure: string | undefined;
    const end = (reason: string) => {
      failure ??= reason;
      if (child.pid !== undefined) send(child.pid, 'SIGKILL', true);
    };
    const limit = setTimeout(() => end(`not done in ${limitMinutes} min`), limitMinutes * 60_000);
    const abort = () => end('stopped');
    signal.addEventListener('abort', abort);
    child.on('error', (error) => (failure ??= `does not run: ${error.message}`));
    child.on('close', (code, killed) => {
      clearTimeout(limit);
      signal.removeEventListener('abort', abort);
      // What the program left behind in its group goes with it.
      if (child.pid !== undefined) send(child.pid, 'SIGKILL', true);
      if (code !== 0) failure ??= killed === null ? `exit code ${code}` : `ended by ${killed}`;
      resolve(failure === undefined ? { lines } : { failure, lines });
    });
  });
}
