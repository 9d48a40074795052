// What this machine offers. Plain JavaScript, because it runs before the packages are installed.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

/** @typedef {Record<string, string | undefined>} Environment */

/**
 * Full path of a program on PATH; undefined if there is none.
 * @param {string} program
 * @param {string} [path]
 * @returns {string | undefined}
 */
export function findProgram(program, path = process.env['PATH'] ?? '') {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, program);
    try {
      accessSync(file, constants.X_OK);
      if (statSync(file).isFile()) return file;
    } catch {
      // Try the next folder.
    }
  }
  return undefined;
}

/** Whether this machine can hold a private Debian. */
export function canUseChroot() {
  return (
    process.platform === 'linux' && process.getuid?.() === 0 && findProgram('apt-get') !== undefined
  );
}

/**
 * Whether a server could listen on the port now.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isFree(port, host = '127.0.0.1') {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(true)));
  });
}

/**
 * Folder for everything that is built once per machine.
 * @param {string} repository
 * @param {Environment} env
 */
export function cacheFolderIn(repository, env) {
  if (env['CTDB_CACHE']) return resolve(repository, env['CTDB_CACHE']);
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'colour-therapy-database');
}

/**
 * Folder for the data of the servers, the secrets and the logs.
 * @param {string} repository
 * @param {Environment} env
 */
export const dataFolderIn = (repository, env) => resolve(repository, env['DATA_DIR'] || '.data');

/**
 * Free bytes of the disk of a folder that may not exist yet, and the disk's number.
 * @param {string} folder
 */
export function freeSpace(folder) {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  return { disk: statSync(existing).dev, bytes: bavail * bsize };
}
