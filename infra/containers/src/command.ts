import { spawn } from 'node:child_process';
import { repository } from './settings.ts';

/** How a program ended, and all that it wrote. */
export interface Ended {
  code: number | null;
  output: string;
  /** Standard output alone. */
  text: string;
}

interface Options {
  env?: NodeJS.ProcessEnv;
  /** Whether its output is shown as it comes. */
  shown?: boolean;
}

/** Runs a program to its end, whatever that is. */
export function attempt(program: string, args: string[], options: Options = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const { env = process.env, shown = false } = options;
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const child = spawn(program, args, { cwd: repository, env, stdio });
    let output = '';
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      output += part;
      if (shown) process.stdout.write(part);
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      if (shown) process.stderr.write(part);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output, text }));
  });
}

/** Runs a program that must end well; what it wrote to standard output. */
export async function run(program: string, args: string[], options: Options = {}): Promise<string> {
  const { code, output, text } = await attempt(program, args, options);
  if (code === 0) return text;
  const last = output.trimEnd().split('\n').slice(-15).join('\n');
  throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}:\n${last}`);
}
