import { readdirSync, readFileSync, statSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { Settings } from './settings.ts';

const SERVER = /^(?:s3|sftp|rest):(?:https?:)?(?:\/\/)?(?:[^@/]*@)?(\[[^\]]*\]|[^:/]+)/;
const LOOPBACK = /^(?:localhost|127\..*|\[::1\])$/;

/** The IPv4 address of the default gateway; from a container that is the machine. None without Linux. */
const gateways = (): string[] => {
  try {
    const routes = readFileSync('/proc/net/route', 'utf8').matchAll(/^\S+\t0{8}\t(\w{8})/gm);
    return Array.from(routes, ([, hex = '']) => Buffer.from(hex, 'hex').reverse().join('.'));
  } catch {
    return [];
  }
};

/** Whether a host is this machine, as far as its name and address say. */
const isOwn = (host: string): boolean => {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all);
  const own = [hostname().toLowerCase(), ...addresses.map(({ address }) => address), ...gateways()];
  const name = host.toLowerCase().replace(/[[\]]/g, '');
  return LOOPBACK.test(host) || [...own, 'host.docker.internal'].includes(name);
};

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
 * `.data` with `npm start`. A folder on their file system is on its disk; another one may be on another disk or not. A name or
 * an address of this machine that it does not know itself counts as another server.
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
    return isOwn(server) ? 'unknown' : 'otherServer';
  }
  const [, scheme, folder = ''] = /^(?:(\w+):)?(.*)$/.exec(address) ?? [];
  if (secrets === undefined || (scheme !== undefined && scheme !== 'local')) return 'unknown';
  const device = deviceOf(folder);
  return device !== undefined && devicesOf(secrets).includes(device) ? 'dataDisk' : 'unknown';
};
