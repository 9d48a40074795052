import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from '../failure.ts';
import { readJson, writeJson } from '../json-file.ts';
import type { BackingServer } from './backing-server.ts';

/** The data of a server in Docker, which are in a volume. */
export const CONTAINERS = 'containers';

/** The data of a server of the operator, whose address is in the environment. */
export const ADDRESS = 'address';

/** What holds the data of each server: a folder of the data folder, containers, or an address. By the server's name. */
export type ServersFile = Partial<Record<string, string>>;

const toFile = (dataFolder: string) => join(dataFolder, 'servers.json');

/** @throws LaunchError if the file is damaged: guessing could show an empty product */
export function readServersFile(dataFolder: string): ServersFile {
  return readJson(
    toFile(dataFolder),
    'It says which server has the data of each kind. Restore it from a backup of the folder.',
  );
}

/** Adds to the file, or changes it. */
export function recordServers(dataFolder: string, changes: ServersFile): void {
  writeJson(toFile(dataFolder), { ...readServersFile(dataFolder), ...changes });
}

/**
 * What holds the data of a server: as recorded, else a folder that an earlier version left. Undefined if there are no data.
 * @throws LaunchError if several folders are possible
 */
export function findData(
  { name, title, local }: Pick<BackingServer, 'name' | 'title' | 'local'>,
  dataFolder: string,
): string | undefined {
  const recorded = readServersFile(dataFolder)[name];
  if (recorded !== undefined) return recorded;
  const hasFiles = (folder: string) =>
    existsSync(join(dataFolder, folder)) && readdirSync(join(dataFolder, folder)).length > 0;
  const [folder, ...others] = new Set(local.map((server) => server.folder).filter(hasFiles));
  if (folder === undefined || others.length === 0) return folder;
  throw new LaunchError(
    `There are data of ${title} in ${[folder, ...others].join(' and ')}.`,
    `Write into ${toFile(dataFolder)} which of them are in use: {"${name}": "${folder}"}`,
  );
}
