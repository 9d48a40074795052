import { LaunchError } from '../failure.ts';
import type { Ports } from '../ports.ts';
import type { Secrets } from '../secrets.ts';
import { step, together } from '../steps.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { canHavePrivateRoot, debianRoot } from '../tools/debian-root.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { mongodb } from './mongodb.ts';
import { accepts } from './probe.ts';
import { rabbitmq } from './rabbitmq.ts';
import { redis } from './redis.ts';

/** All that the product stands on. A further one is a file of its own and a name here. */
const backingServers: BackingServer[] = [mongodb, redis, rabbitmq];

/** Where one server comes from. */
type Source =
  | { kind: 'address'; address: string }
  | { kind: 'program'; program: string }
  | { kind: 'private' }
  | { kind: 'missing' };

export interface Provision {
  env: NodeJS.ProcessEnv;
  cache: string;
  dataFolder: string;
  secrets: Secrets;
  ports: Ports;
  supervisor: Supervisor;
}

/** Brings up every backing server; returns their addresses by environment variable. */
export async function provideServers(
  provision: Provision,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const { env } = provision;
  const chosen = await Promise.all(
    backingServers.map(async (server) => ({ server, source: await choose(server, env) })),
  );
  refuseMissing(chosen.filter(({ source }) => source.kind === 'missing').map((one) => one.server));

  const addresses: Record<string, string> = {};
  let root: Promise<string> | undefined;
  await together(
    signal,
    ...chosen.map(({ server, source }) => async (stop: AbortSignal) => {
      const context: ServerContext = {
        ...provision,
        signal: stop,
        debianRoot: () => (root ??= debianRoot(provision.cache, stop)),
      };
      addresses[server.variable] = await start(server, source, context);
    }),
  );
  return addresses;
}

/** An address in the environment, else a program on PATH, else the private Debian root. */
export async function choose(
  server: BackingServer,
  env: NodeJS.ProcessEnv,
  privateRoot = canHavePrivateRoot(),
): Promise<Source> {
  const address = env[server.variable];
  if (address) return { kind: 'address', address };
  const program = await server.findProgram();
  if (program !== undefined) return { kind: 'program', program };
  return { kind: privateRoot ? 'private' : 'missing' };
}

function refuseMissing(missing: BackingServer[]): void {
  if (missing.length === 0) return;
  throw new LaunchError(
    `Not found on this machine: ${missing.map(({ title }) => title).join(', ')}.`,
    'Any of these helps:',
    '- on Debian or Ubuntu, run this command as root: it then installs them privately, for itself alone',
    `- install on PATH: ${missing.map(({ program }) => program).join('; ')}`,
    `- give the address of a running server: ${missing.map(({ variable }) => variable).join(', ')}`,
  );
}

async function start(server: BackingServer, source: Source, context: ServerContext) {
  switch (source.kind) {
    case 'address':
      await step(`${server.title}: ${withoutPassword(source.address)} (${server.variable})`, () =>
        checkAddress(server, source.address),
      );
      return source.address;
    case 'program':
      return step(`${server.title}: ${source.program}`, () =>
        server.startProgram(context, source.program),
      );
    case 'private':
      return step(`${server.title}: from the private Debian`, () => server.startPrivate(context));
    case 'missing':
      throw new Error(`${server.title} is missing.`);
  }
}

/** An address may name several hosts: one that accepts a connection is enough. */
async function checkAddress(server: BackingServer, address: string): Promise<void> {
  const hosts = hostsOf(address, server.usualPort);
  if (hosts.length === 0) return;
  const answers = await Promise.all(hosts.map(({ host, port }) => accepts(host, port, 5_000)));
  if (answers.includes(true)) return;
  throw new LaunchError(
    `Nothing answers at ${hosts.map(({ host, port }) => `${host}:${port}`).join(', ')}.`,
    `Correct ${server.variable}, or leave it out to have the server started here.`,
  );
}

/** Hosts and ports of a connection string; none for one that is looked up in DNS (mongodb+srv). */
export function hostsOf(address: string, usualPort: number): { host: string; port: number }[] {
  const match = /^([a-z+]+):\/\/(?:[^@/]*@)?([^/?]+)/i.exec(address);
  if (match?.[2] === undefined || match[1]?.includes('+srv') === true) return [];
  return match[2].split(',').map((part) => {
    const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]*))(?::(\d+))?$/.exec(part) ?? [];
    return { host: bracketed ?? plain ?? part, port: Number(port ?? usualPort) };
  });
}

function withoutPassword(address: string): string {
  return address.replace(/\/\/[^@/]*@/, '//');
}
