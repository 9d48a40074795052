import { LaunchError } from '../failure.ts';
import type { BackingServer } from './backing-server.ts';
import { accepts } from './probe.ts';

/** An address may name several hosts: one that accepts a connection is enough. */
export async function checkAddress(server: BackingServer, address: string): Promise<void> {
  const hosts = hostsOf(address, server.usualPort);
  if (hosts.length === 0) return;
  const answers = await Promise.all(hosts.map(({ host, port }) => accepts(host, port, 5_000)));
  if (answers.includes(true)) return;
  throw new LaunchError(
    `Nothing answers at ${hosts.map(({ host, port }) => `${host}:${port}`).join(', ')}.`,
    `Correct ${server.variable}, or leave it out to have the server started here.`,
  );
}

/** Where a server of the web listens unless its address says otherwise. */
const WEB_PORTS: Record<string, number> = { http: 80, https: 443 };

/** Hosts and ports of a connection string; none for one that is looked up in DNS (mongodb+srv). */
export function hostsOf(address: string, usualPort: number): { host: string; port: number }[] {
  const match = /^([a-z+]+):\/\/(?:[^@/]*@)?([^/?]+)/i.exec(address);
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
  return address.replace(/\/\/[^@/]*@/, '//');
}

/** The operator's own, which belong to the address that he gave. */
export function credentialsFrom(
  env: NodeJS.ProcessEnv,
  { variable }: BackingServer,
  names: string[],
): Record<string, string> {
  const given = names.map((name) => [name, env[name] ?? ''] as const);
  const missing = given.filter(([, value]) => value === '').map(([name]) => name);
  if (missing.length === 0) return Object.fromEntries(given);
  throw new LaunchError(`${variable} is set, but not ${missing.join(', ')}.`, 'Give all of them.');
}
