import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findServiceBeside } from './beside.ts';

/** `npm run verify-audit`: prints what the verification finds, and ends with its code. The product must run. */
export async function verifyAudit(signal: AbortSignal): Promise<number> {
  const { cwd, env } = findServiceBeside('ops');
  const options = { cwd, env, signal, stdio: 'inherit' } as const;
  const [code] = (await once(
    spawn(process.execPath, ['dist/verify-audit.js'], options),
    'close',
  )) as [number | null];
  return code ?? 2;
}
