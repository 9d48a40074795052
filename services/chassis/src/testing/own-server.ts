import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A port of this machine that nothing uses. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** User and group of servers that a test starts. */
const SERVER_USER_ID = 47_104;

const findRoot = (): string => {
  const base = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const cache = process.env['CTDB_CACHE'] ?? join(base, 'colour-therapy-database');
  const name = existsSync(cache) && readdirSync(cache).find((each) => each.startsWith('debian-'));
  return name ? join(cache, name) : '';
};

/** The private Debian of the launcher, or '' if the programs on this machine are used. */
const serverRoot = findRoot();

/** The launcher's script that runs a program in its private Debian. */
const ENTER = join(import.meta.dirname, '../../../../infra/local/src/tools/enter-chroot.sh');

/** Starts a server of a test's own, whose output is read and thrown away. */
export const spawnServer = (program: string, args: string[]): ChildProcess => {
  const id = String(SERVER_USER_ID);
  const [command, ...enter] = serverRoot
    ? ['unshare', '--mount', '--propagation', 'private', ENTER, serverRoot, '', '', id]
    : ['chroot', `--userspec=${id}:${id}`, '/'];
  const child = spawn(command, [...enter, program, ...args], {
    env: { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.resume();
  return child;
};
