import { createServer } from 'node:net';
import { join } from 'node:path';
import { tryLock } from '../bin/lock.mjs';
import { LaunchError } from './failure.ts';

const TRIES = 500;

/**
 * Hands out free loopback ports and keeps them for this launcher, also while the process that listens on one
 * is being restarted. Ports are searched upwards from the usual one and never taken from the range the
 * system uses for outgoing connections, where a client could end up connected to itself.
 */
export class Ports {
  readonly #folder: string;
  readonly #releases: (() => void)[] = [];

  /** @param cache folder that all launchers of this machine share */
  constructor(cache: string) {
    this.#folder = join(cache, 'ports');
  }

  /** The usual port when it is free, else the next free one. */
  async claim(usual: number): Promise<number> {
    for (let port = usual; port < usual + TRIES; port += 1) {
      const lock = tryLock(join(this.#folder, String(port)));
      if (!lock.held) continue;
      if (await isFree(port)) {
        this.#releases.push(lock.release);
        return port;
      }
      lock.release();
    }
    throw new LaunchError(`No free port between ${usual} and ${usual + TRIES}.`);
  }

  release(): void {
    for (const release of this.#releases.splice(0)) release();
  }
}

/** Whether a server could listen there now. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
