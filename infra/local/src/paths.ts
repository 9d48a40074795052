import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The repository's top folder. */
export const repository = resolve(import.meta.dirname, '../../..');

/** Programs of npm packages, Node 24 among them. */
export const packageBin = join(repository, 'node_modules', '.bin');

/** Folder for everything that is built once per machine. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (env['CTDB_CACHE']) return resolve(repository, env['CTDB_CACHE']);
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'colour-therapy-database');
}

/** Folder for the data of the servers, the secrets and the logs. */
export function dataFolder(env: NodeJS.ProcessEnv): string {
  return resolve(repository, env['DATA_DIR'] || '.data');
}
