import { LaunchError } from '../failure.ts';
import type { BackingServer } from './backing-server.ts';
import { canConnect } from './probe.ts';

/** @throws LaunchError if no host of the address accepts connections */
export async function checkAddress(server: BackingServer, address: string): Promise<void> {
  const hosts = parseHosts(address, server.defaultPort);
  if (hosts.length === 0) return;
  const answers = await Promise.all(hosts.map(({ host, port }) => canConnect(host, port, 5_000)));
  if (answers.includes(true)) return;
  throw new LaunchError(
    `Nothing answers at ${hosts.map(({ host, port }) => `${host}:${port}`).join(', ')}.`,
    `Correct ${server.variable}, or leave it out to have the server started here.`,
  );
}

const WEB_PORTS: Record<string, number> = { http: 80, https: 443 };

/** Hosts and ports of a connection string; empty for mongodb+srv, which needs DNS. */
export function parseHosts(address: string, usualPort: number): { host: string; port: number }[] {
  const match = /^([a-z+]+):\/\/(?:[^/]*@)?([^/?]+)/i.exec(address);
  const [, protocol = '', hosts] = match ?? [];
  if (hosts === undefined || protocol.includes('+srv')) return [];
  return hosts.split(',').map((part) => {
    const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]*))(?::(\d+))?$/.exec(part) ?? [];
    return {
      host: bracketed ?? plain ?? part,
      port: Number(port ?? WEB_PORTS[protocol.toLowerCase()] ?? usualPort),
    };
  });
}

/** For the screen. */
export function withoutPassword(address: string): string {
  return address.replace(/\/\/[^/]*@/, '//');
}

/** @throws LaunchError if a credential of an address from the environment is missing */
export function readCredentials(
  env: NodeJS.ProcessEnv,
  { variable }: BackingServer,
  names: string[],
): Record<string, string> {
  const given = names.map((name) => [name, env[name] ?? ''] as const);
  const missing = given.filter(([, value]) => value === '').map(([name]) => name);
  if (missing.length === 0) return Object.fromEntries(given);
  throw new LaunchError(`${variable} is set, but not ${missing.join(', ')}.`, 'Give all of them.');
}
