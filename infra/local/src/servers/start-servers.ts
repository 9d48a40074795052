import type { Ports } from '../ports.ts';
import type { Secrets } from '../secrets.ts';
import { waitForAll, step, runAbortingOnError } from '../steps.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { ensureDebianChroot } from '../tools/debian-chroot.ts';
import { checkAddress, readCredentials, withoutPassword } from './server-source.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { minio } from './minio.ts';
import { mongodb } from './mongodb.ts';
import { rabbitmq } from './rabbitmq.ts';
import { redis } from './redis.ts';
import { selectSource, assertNoneMissing, type Source } from './server-source.ts';

const backingServers: BackingServer[] = [mongodb, redis, rabbitmq, minio];

export interface StartServersOptions {
  env: NodeJS.ProcessEnv;
  cache: string;
  dataFolder: string;
  secrets: Secrets;
  ports: Ports;
  supervisor: Supervisor;
}

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
  provision: StartServersOptions,
  signal: AbortSignal,
): Promise<StartedServers> {
  const { env, cache } = provision;
  const chosen = await Promise.all(
    backingServers.map(async (server) => ({ server, source: await selectSource(server, env) })),
  );
  assertNoneMissing(
    chosen.filter(({ source }) => source.kind === 'missing').map((one) => one.server),
  );
  type Chosen = (typeof chosen)[number];

  const abortController = new AbortController();
  const anyAbort = AbortSignal.any([signal, abortController.signal]);
  let root: Promise<string> | undefined;
  const startOne = ({ server, source }: Chosen, stop: AbortSignal) =>
    startServer(server, source, {
      ...provision,
      signal: stop,
      debianRoot: () => (root ??= ensureDebianChroot(cache, anyAbort)),
    });
  const mustBuild = ({ server, source }: Chosen) =>
    source.kind === 'private' && server.hasLongBuild?.(cache) === true;

  const slow = chosen.filter(mustBuild);
  const pendingAddresses =
    slow.length === 0 ? undefined : mergeAddresses(slow.map((one) => startOne(one, anyAbort)));
  // A failure is thrown where they are awaited. Until then it is not an unhandled rejection.
  pendingAddresses?.catch(() => undefined);
  const addresses: Addresses = {};
  try {
    const works = chosen
      .filter((one) => !mustBuild(one))
      .map((one) => async (stop: AbortSignal) => {
        Object.assign(addresses, await startOne(one, stop).catch(abortAll(abortController)));
      });
    await runAbortingOnError(anyAbort, ...works);
  } catch (error) {
    await pendingAddresses?.catch(() => undefined);
    throw error;
  }
  return { addresses, pendingAddresses };
}

/** Aborts all starts and the build of the private Debian. */
function abortAll(giveUp: AbortController) {
  return (error: unknown): never => {
    giveUp.abort();
    throw error;
  };
}

async function mergeAddresses(works: Promise<Addresses>[]): Promise<Addresses> {
  return Object.assign({}, ...(await waitForAll(works)));
}

async function startServer(
  server: BackingServer,
  source: Source,
  context: ServerContext,
): Promise<Addresses> {
  const credentials = server.credentials?.(context.secrets) ?? {};
  if (source.kind === 'address') {
    const given = readCredentials(context.env, server, Object.keys(credentials));
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
        server.startFromPath(context, source.program),
      );
    case 'private':
      return step(`${server.title}: ${server.chrootSourceLabel}`, () =>
        server.startInChroot(context),
      );
    case 'missing':
      throw new Error(`${server.title} is missing.`);
  }
}
