import { runCommand } from '../command.ts';
import { print } from '../console.ts';
import { findServiceBeside } from './beside.ts';

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
