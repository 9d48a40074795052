// What this machine offers. Plain JavaScript, because it runs before the packages are installed.
import { spawnSync } from 'node:child_process';
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

/** The minimum of docker-compose.yml as well: before it `include` takes a wrong folder (docker/compose issue 11613). */
export const MIN_COMPOSE = '2.27';

/** Whether this machine can hold a private Debian. In a container, root may lack the right to mount. */
export function canUseChroot() {
  return (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    findProgram('apt-get') !== undefined &&
    spawnSync('unshare', ['--mount', '--propagation', 'private', 'true']).status === 0
  );
}

/**
 * The code of the error with which a server cannot listen on the port now; undefined if it can.
 * @param {number} port
 * @returns {Promise<string | undefined>}
 */
export function findListenError(port, host = '127.0.0.1') {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => done(code ?? 'error'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(undefined)));
  });
}

/**
 * The sentences for an error of {@link findListenError}, and a setting that helps.
 * @param {string} code
 * @param {number} port
 * @param {string} host
 * @returns {[message: string, setting: string]}
 */
export function explainListenError(code, port, host) {
  if (code === 'EADDRINUSE')
    return [`Port ${port} is used by another program.`, `PORT=${port + 1}`];
  if (code === 'EACCES') return [`Port ${port} may not be opened by this user.`, 'PORT=8080'];
  return [`${host} is no address of this machine (${code}).`, 'HOST=127.0.0.1'];
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
  return { disk: statSync(existing).dev, free: bavail * bsize };
}
