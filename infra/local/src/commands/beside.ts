import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand } from '../command.ts';
import { print } from '../console.ts';
import { LaunchError } from '../failure.ts';
import { dataFolder, repository } from '../paths.ts';
import { readRunFile } from '../supervisor/processes.ts';

/** The environment of a running process of this machine. */
const readEnvironment = (pid: number): NodeJS.ProcessEnv =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Where and with which environment a command of a service runs, beside the running product. */
export const findServiceBeside = (service: string) => {
  if (process.platform !== 'linux')
    throw new LaunchError('This works on Linux only: it reads the environment of a process.');
  const run = readRunFile(dataFolder(process.env));
  const child = run?.children.find(({ name }) => name === service);
  if (!run || !child) throw new LaunchError('The product does not run.', 'Start it: npm start');
  const env: NodeJS.ProcessEnv = { ...readEnvironment(child.pid), LOG_LEVEL: 'silent' };
  return { address: run.address ?? '', cwd: join(repository, 'services', service), env };
};

/** Runs a program with its output here; returns the exit code. */
export const runProgram = async (
  args: string[],
  options: { cwd?: string; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<number | null> => {
  const child = spawn(process.execPath, args, { ...options, stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
};

/** Runs a program of a service beside the running product; returns the exit code, `killed` if it has none. */
const runBeside = async (service: string, args: string[], signal: AbortSignal, killed = 1) => {
  const { cwd, env } = findServiceBeside(service);
  return (await runProgram(args, { cwd, env, signal })) ?? killed;
};

/** `npm run reconcile-payments -- --from TIME`: prints what was found, and ends with its code. The product must run. */
export const reconcilePayments = (signal: AbortSignal, args: string[]) =>
  runBeside('billing', ['dist/reconcile-payments.js', ...args], signal);

/** `npm run verify-audit`: prints what the verification finds, and ends with its code. The product must run. */
export const verifyAudit = (signal: AbortSignal) =>
  runBeside('ops', ['dist/verify-audit.js'], signal, 2);

/**
 * `npm run export-images -- FILE.zip` writes all images of treatments; `npm run import-images -- FILE.zip [--dry-run]` takes
 * images in. The product must run.
 */
export const transferImages = async (
  verb: 'export' | 'import',
  signal: AbortSignal,
  [file, ...options]: string[],
) => {
  if (file === undefined || file.startsWith('-'))
    throw new LaunchError(`Name a file: npm run ${verb}-images -- FILE.zip`);
  // Relative to where npm was called.
  const path = resolve(process.env['INIT_CWD'] ?? repository, file);
  return runBeside('media', ['dist/transfer-images.js', verb, path, ...options], signal);
};

/** `npm run reset-owner [-- name]`: prints where an owner sets a new password. The product must run. */
export async function resetOwner(signal: AbortSignal, names: string[]): Promise<number> {
  const { address, cwd, env } = findServiceBeside('billing');
  const output = await runCommand(process.execPath, ['dist/reset-owner.js', ...names], {
    cwd,
    env,
    signal,
    title: 'reset-owner',
  });
  const { username, path, expiresAt } = JSON.parse(output) as Record<string, string>;
  print(`${username} sets a new password here, once, until ${expiresAt}:`);
  print(`${address}${path}`);
  return 0;
}
