import { processes } from '../../access/users.mjs';
import { step, waitForAll } from '../steps.ts';
import { ensureDebianChroot } from '../tools/debian-chroot.ts';
import { ownVariable, type BackingServer, type ServerContext } from './backing-server.ts';
import { minio } from './minio.ts';
import { mongodb } from './mongodb.ts';
import { rabbitmq } from './rabbitmq.ts';
import { redis } from './redis.ts';
import {
  assertNoneMissing,
  checkAddress,
  readCredentials,
  selectSource,
  withoutPassword,
  type Source,
} from './server-source.ts';

const backingServers: BackingServer[] = [mongodb, redis, rabbitmq, minio];

type StartServersOptions = Omit<ServerContext, 'signal' | 'debianRoot'>;

/** Addresses and credentials, by environment variable. */
export type Addresses = Record<string, string>;

/** Addresses of running servers, and of those that are still being built. */
export interface StartedServers {
  addresses: Addresses;
  /** The missing addresses; undefined if all servers run. */
  pendingAddresses: Promise<Addresses> | undefined;
}

/** Starts all backing servers and waits for long builds. */
export async function startAllServers(
  options: StartServersOptions,
  signal: AbortSignal,
): Promise<Addresses> {
  const { addresses, pendingAddresses } = await startServers(options, signal);
  return { ...addresses, ...(await pendingAddresses) };
}

/** Starts the backing servers without waiting for builds that take minutes. */
export async function startServers(
  options: StartServersOptions,
  signal: AbortSignal,
): Promise<StartedServers> {
  const { env, cache } = options;
  const chosen = await Promise.all(
    backingServers.map(async (server) => ({ server, source: await selectSource(server, env) })),
  );
  const missing = chosen.filter(({ source }) => source.kind === 'missing');
  assertNoneMissing(missing.map(({ server }) => server));

  // The first failure stops all starts and the build of the private Debian.
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  let root: Promise<string> | undefined;
  const debianRoot = () => (root ??= ensureDebianChroot(cache, either));
  const startOne = ({ server, source }: (typeof chosen)[number]) =>
    startServer(server, source, { ...options, signal: either, debianRoot });

  const { slow = [], quick = [] } = Object.groupBy(chosen, ({ server, source }) =>
    source.kind === 'private' && server.hasLongBuild?.(cache) === true ? 'slow' : 'quick',
  );
  const pendingAddresses = slow.length === 0 ? undefined : mergeAddresses(slow.map(startOne));
  // A failure is thrown where they are awaited. Until then it is not an unhandled rejection.
  pendingAddresses?.catch(() => undefined);
  const works = quick.map((one) =>
    startOne(one).catch((error: unknown) => {
      stop.abort(error);
      throw error;
    }),
  );
  try {
    return { addresses: await mergeAddresses(works), pendingAddresses };
  } catch {
    await pendingAddresses?.catch(() => undefined);
    throw stop.signal.reason;
  }
}

async function mergeAddresses(works: Promise<Addresses>[]): Promise<Addresses> {
  return Object.assign({}, ...(await waitForAll(works)));
}

async function startServer(
  server: BackingServer,
  source: Source,
  context: ServerContext,
): Promise<Addresses> {
  const { title, variable } = server;
  const credentials = server.credentials?.(context.secrets) ?? {};
  if (source.kind === 'address') {
    const { address } = source;
    const given = readCredentials(context.env, server, Object.keys(credentials));
    await step(`${title}: ${withoutPassword(address)} (${variable})`, () =>
      checkAddress(server, address),
    );
    const ownNames = processes.map((name) => ownVariable(name, variable));
    const own = ownNames.flatMap((name) => (context.env[name] ? [[name, context.env[name]]] : []));
    return { [variable]: address, ...given, ...Object.fromEntries(own) };
  }
  const program = source.kind === 'program' ? source.program : undefined;
  const address = await step(`${title}: ${program ?? server.chrootSourceLabel}`, () =>
    server.start(context, program),
  );
  const users = Object.entries(server.users?.(address, context.secrets) ?? {});
  const own = users.flatMap(([name, values = {}]) =>
    Object.entries(values).map(([key, value]) => [ownVariable(name, key), value]),
  );
  return { [variable]: address, ...credentials, ...Object.fromEntries(own) };
}
