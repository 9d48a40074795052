import { join } from 'node:path';
import { tryLock } from '../bin/lock.mjs';
import { findListenError } from '../bin/machine.mjs';
import { LaunchError } from './failure.ts';

const MAX_ATTEMPTS = 500;

/**
 * Reserves free loopback ports for this launcher, also while a process restarts. The search starts at the default port
 * and so avoids the range of outgoing connections, where a client could connect to itself.
 */
export class Ports {
  readonly #folder: string;
  readonly #releases: (() => void)[] = [];

  /** @param cache folder that all launchers of the machine share */
  constructor(cache: string) {
    this.#folder = join(cache, 'ports');
  }

  /** The default port, or the next free one. */
  async claim(defaultPort: number): Promise<number> {
    for (let port = defaultPort; port < defaultPort + MAX_ATTEMPTS; port += 1) {
      const lock = tryLock(join(this.#folder, String(port)));
      if (!lock.held) continue;
      if ((await findListenError(port)) === undefined) {
        this.#releases.push(lock.release);
        return port;
      }
      lock.release();
    }
    throw new LaunchError(`No free port between ${defaultPort} and ${defaultPort + MAX_ATTEMPTS}.`);
  }

  release(): void {
    for (const release of this.#releases.splice(0)) release();
  }
}
