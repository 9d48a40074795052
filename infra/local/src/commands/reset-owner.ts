import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../command.ts';
import { print } from '../console.ts';
import { LaunchError } from '../failure.ts';
import { dataFolder, repository } from '../paths.ts';
import { readRunFile } from '../supervisor/run-file.ts';

/** The environment of a running process of this machine. */
const environmentOf = (pid: number): NodeJS.ProcessEnv =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** `npm run reset-owner [-- name]`: prints where an owner sets a new password. The product must run. */
export async function resetOwner(signal: AbortSignal, names: string[]): Promise<number> {
  const run = readRunFile(dataFolder(process.env));
  const billing = run?.children.find(({ name }) => name === 'billing');
  if (!run || !billing) throw new LaunchError('The product does not run.', 'Start it: npm start');
  const output = await runCommand(process.execPath, ['dist/reset-owner.js', ...names], {
    cwd: join(repository, 'services/billing'),
    env: { ...environmentOf(billing.pid), HEALTH_PORT: '0', LOG_LEVEL: 'silent' },
    signal,
    title: 'reset-owner',
  });
  const { username, path, expiresAt } = JSON.parse(output) as Record<string, string>;
  print(`${username} sets a new password here, once, until ${expiresAt}:`);
  print(`${run.address ?? ''}${path}`);
  return 0;
}
