import type { Ports } from '../ports.ts';
import type { Secrets } from '../secrets.ts';
import { allEnded, step, together } from '../steps.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { debianRoot } from '../tools/debian-root.ts';
import { checkAddress, credentialsFrom, withoutPassword } from './address.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { minio } from './minio.ts';
import { mongodb } from './mongodb.ts';
import { rabbitmq } from './rabbitmq.ts';
import { redis } from './redis.ts';
import { choose, refuseMissing, type Source } from './source.ts';

/** All that the product stands on. A further one is a file of its own and a name here. */
const backingServers: BackingServer[] = [mongodb, redis, rabbitmq, minio];

export interface Provision {
  env: NodeJS.ProcessEnv;
  cache: string;
  dataFolder: string;
  secrets: Secrets;
  ports: Ports;
  supervisor: Supervisor;
}

/** Addresses and credentials, by environment variable. */
export type Addresses = Record<string, string>;

/** The servers that are up, and those that are still being built. */
export interface Provided {
  addresses: Addresses;
  /** What `addresses` still lacks; undefined when all are up. */
  late: Promise<Addresses> | undefined;
}

/** Brings up every backing server, however long it takes. */
export async function provideAll(provision: Provision, signal: AbortSignal): Promise<Addresses> {
  const { addresses, late } = await provideServers(provision, signal);
  return { ...addresses, ...(await late) };
}

/** Brings up the backing servers, without waiting for those that must first be built for minutes. */
export async function provideServers(provision: Provision, signal: AbortSignal): Promise<Provided> {
  const { env, cache } = provision;
  const chosen = await Promise.all(
    backingServers.map(async (server) => ({ server, source: await choose(server, env) })),
  );
  refuseMissing(chosen.filter(({ source }) => source.kind === 'missing').map((one) => one.server));
  type Chosen = (typeof chosen)[number];

  const giveUp = new AbortController();
  const both = AbortSignal.any([signal, giveUp.signal]);
  let root: Promise<string> | undefined;
  const bringUp = ({ server, source }: Chosen, stop: AbortSignal) =>
    start(server, source, {
      ...provision,
      signal: stop,
      debianRoot: () => (root ??= debianRoot(cache, both)),
    });
  const isLate = ({ server, source }: Chosen) =>
    source.kind === 'private' && server.takesMinutes?.(cache) === true;

  const slow = chosen.filter(isLate);
  const late = slow.length === 0 ? undefined : merged(slow.map((one) => bringUp(one, both)));
  // Whoever needs them hears of a failure; it must not count as unheard until then.
  late?.catch(() => undefined);
  const addresses: Addresses = {};
  try {
    const works = chosen
      .filter((one) => !isLate(one))
      .map((one) => async (stop: AbortSignal) => {
        Object.assign(addresses, await bringUp(one, stop).catch(abandon(giveUp)));
      });
    await together(both, ...works);
  } catch (error) {
    await late?.catch(() => undefined);
    throw error;
  }
  return { addresses, late };
}

/** Has everything else end too, the private Debian that several wait for included. */
function abandon(giveUp: AbortController) {
  return (error: unknown): never => {
    giveUp.abort();
    throw error;
  };
}

async function merged(works: Promise<Addresses>[]): Promise<Addresses> {
  return Object.assign({}, ...(await allEnded(works)));
}

async function start(
  server: BackingServer,
  source: Source,
  context: ServerContext,
): Promise<Addresses> {
  const credentials = server.credentials?.(context.secrets) ?? {};
  if (source.kind === 'address') {
    const given = credentialsFrom(context.env, server, Object.keys(credentials));
    await step(`${server.title}: ${withoutPassword(source.address)} (${server.variable})`, () =>
      checkAddress(server, source.address),
    );
    return { [server.variable]: source.address, ...given };
  }
  return { [server.variable]: await startHere(server, source, context), ...credentials };
}

function startHere(
  server: BackingServer,
  source: Exclude<Source, { kind: 'address' }>,
  context: ServerContext,
): Promise<string> {
  switch (source.kind) {
    case 'program':
      return step(`${server.title}: ${source.program}`, () =>
        server.startProgram(context, source.program),
      );
    case 'private':
      return step(`${server.title}: ${server.privateOrigin}`, () => server.startPrivate(context));
    case 'missing':
      throw new Error(`${server.title} is missing.`);
  }
}
