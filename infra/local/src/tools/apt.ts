import { runCommand } from '../command.ts';
import { LaunchError } from '../failure.ts';
import { step } from '../steps.ts';
import { findProgram } from '../command.ts';

/** Installs packages on the host. Needs root and apt-get. */
export async function installHostPackages(packages: string[], signal: AbortSignal): Promise<void> {
  const list = packages.join(' ');
  const byHand = `Install them by hand: apt-get install ${list}`;
  if (findProgram('apt-get') === undefined || process.getuid?.() !== 0) {
    throw new LaunchError(`Missing on this machine: ${list}.`, byHand);
  }
  await step(`Installing ${list} (apt-get)`, async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const wait = ['-o', 'DPkg::Lock::Timeout=300', '-q'];
    const hints = ['Is the Debian package archive reachable?', byHand];
    // If the update fails, the existing package lists may still suffice.
    await runCommand('apt-get', [...wait, 'update'], { env, signal }).catch(() => undefined);
    const install = ['install', '-y', '--no-install-recommends', ...packages];
    await runCommand('apt-get', [...wait, ...install], { env, signal, hints });
  });
}

/** Programs of the backup (infra/backup). MongoDB's own tools are used where they are on PATH. */
export async function ensureBackupTools(signal: AbortSignal): Promise<void> {
  const missing = ['restic', 'rclone'].filter((name) => findProgram(name) === undefined);
  if (missing.length > 0) await installHostPackages(missing, signal);
}
