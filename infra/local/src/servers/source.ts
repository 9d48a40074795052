import { LaunchError } from '../failure.ts';
import { canHavePrivateRoot } from '../tools/debian-root.ts';
import type { BackingServer } from './backing-server.ts';

/** Where one server comes from. */
export type Source =
  | { kind: 'address'; address: string }
  | { kind: 'program'; program: string }
  | { kind: 'private' }
  | { kind: 'missing' };

/** An address in the environment, else a program on PATH, else the private Debian root. */
export async function choose(
  server: BackingServer,
  env: NodeJS.ProcessEnv,
  privateRoot = canHavePrivateRoot(),
): Promise<Source> {
  const address = env[server.variable];
  if (address) return { kind: 'address', address };
  const program = await server.findProgram();
  if (program !== undefined) return { kind: 'program', program };
  return { kind: privateRoot ? 'private' : 'missing' };
}

/** @throws LaunchError that says what would help, when there is any */
export function refuseMissing(missing: BackingServer[]): void {
  if (missing.length === 0) return;
  throw new LaunchError(
    `Not found on this machine: ${missing.map(({ title }) => title).join(', ')}.`,
    'Any of these helps:',
    '- on Debian or Ubuntu, run this command as root: it then installs them privately, for itself alone',
    `- install on PATH: ${missing.map(({ program }) => program).join('; ')}`,
    `- give the address of a running server: ${missing.map(({ variable }) => variable).join(', ')}`,
  );
}
