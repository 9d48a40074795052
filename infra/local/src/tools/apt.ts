import { run } from '../command.ts';
import { LaunchError } from '../failure.ts';
import { step } from '../steps.ts';
import { which } from '../which.ts';

/** Installs packages of the host's own distribution. Needs root and apt-get. */
export async function installHostPackages(packages: string[], signal: AbortSignal): Promise<void> {
  const list = packages.join(' ');
  const byHand = `Install them by hand: apt-get install ${list}`;
  if (which('apt-get') === undefined || process.getuid?.() !== 0) {
    throw new LaunchError(`Missing on this machine: ${list}.`, byHand);
  }
  await step(`Installing ${list} (apt-get)`, async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const wait = ['-o', 'DPkg::Lock::Timeout=300', '-q'];
    const advice = ['Is the Debian package archive reachable?', byHand];
    // An archive list that cannot be renewed may still be good enough to install from.
    await run('apt-get', [...wait, 'update'], { env, signal }).catch(() => undefined);
    const install = ['install', '-y', '--no-install-recommends', ...packages];
    await run('apt-get', [...wait, ...install], { env, signal, advice });
  });
}
