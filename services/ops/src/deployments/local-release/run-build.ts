import { spawn } from 'node:child_process';
import { Explained } from '../failure.js';
import { LineSplitter } from '../log-lines.js';
import type { BuildCommand } from './build-command.js';

/** Runs a build to its end, and hears what it writes. Rejects where it ends badly; the signal kills it. */
export const runBuild = (
  { program, args, cwd, env }: BuildCommand,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      shell: false,
      // Standard input stays open and empty: the child ends when it is closed.
      stdio: ['pipe', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    });
    const splitters = [child.stdout, child.stderr].map((stream) => {
      const splitter = new LineSplitter(log);
      stream.setEncoding('utf8').on('data', (text: string) => splitter.write(text));
      return splitter;
    });
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      for (const splitter of splitters) splitter.end();
      if (code === 0) resolve();
      else reject(new Explained(`The build ended with ${killedBy ?? `exit code ${code}`}.`));
    });
  });
