import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './settings.ts';

const SERVER = /^(?:s3|sftp|rest):(?:https?:)?(?:\/\/)?(?:[^@/]*@)?(\[[^\]]*\]|[^:/]+)/;
const LOOPBACK = /^(?:localhost|127\..*|\[::1\])$/;

/** The file system of a path; undefined if that cannot be read, which fails no backup. */
const deviceOf = (path: string): number | undefined => {
  try {
    return statSync(path).dev;
  } catch {
    return undefined;
  }
};

/** The file systems of a file, or of a folder and of what is mounted in it. */
const devicesOf = (path: string): (number | undefined)[] => {
  const inside = statSync(path).isDirectory() ? readdirSync(path) : [];
  return [path, ...inside.map((name) => join(path, name))].map(deviceOf);
};

/**
 * Where the repository is, as far as that can be known. The secrets are beside the data: in named volumes of compose, in
 * `.data` with `npm start`. A folder on their file system is on its disk; another one may be on another disk or not.
 */
export const findPlace = ({
  repository: { address },
  secrets,
  storage,
}: Pick<Settings, 'secrets'> & {
  repository: Pick<Settings['repository'], 'address'>;
  storage: Pick<Settings['storage'], 'endpoint'>;
}): 'dataDisk' | 'otherServer' | 'unknown' => {
  const server = SERVER.exec(address)?.[1]?.toLowerCase();
  if (server !== undefined) {
    const isOfData = server === new URL(storage.endpoint).hostname;
    const isInternal = LOOPBACK.test(server) || !/[.:]/.test(server);
    if (isOfData) return isInternal ? 'dataDisk' : 'unknown';
    return LOOPBACK.test(server) ? 'unknown' : 'otherServer';
  }
  const [, scheme, folder = ''] = /^(?:(\w+):)?(.*)$/.exec(address) ?? [];
  if (secrets === undefined || (scheme !== undefined && scheme !== 'local')) return 'unknown';
  const device = deviceOf(folder);
  return device !== undefined && devicesOf(secrets).includes(device) ? 'dataDisk' : 'unknown';
};
