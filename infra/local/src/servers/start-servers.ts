import { processes } from '../../access/users.mjs';
import { color, print } from '../console.ts';
import { step, waitForAll } from '../steps.ts';
import { canUseChroot, ensureDebianChroot } from '../tools/debian-chroot.ts';
import { ownVariable, type BackingServer, type ServerContext } from './backing-server.ts';
import { findDockerObstacle, startContainers } from './containers.ts';
import { mongodb } from './mongodb.ts';
import { objectStorage } from './object-storage.ts';
import { rabbitmq } from './rabbitmq.ts';
import { redis } from './redis.ts';
import { checkAddress, readCredentials, withoutPassword } from './server-address.ts';
import { chooseServers, readBacking, type ChosenServer, type Source } from './server-source.ts';
import { ADDRESS, CONTAINERS, findData, recordServers } from './servers-file.ts';

const backingServers: BackingServer[] = [mongodb, redis, rabbitmq, objectStorage];

type StartServersOptions = Omit<ServerContext, 'signal' | 'debianRoot'>;

/** Addresses and credentials, by environment variable. */
export type Addresses = Record<string, string>;

/** Chooses and starts all backing servers, and records what has their data. */
export async function startAllServers(
  options: StartServersOptions,
  signal: AbortSignal,
): Promise<Addresses> {
  const { dataFolder } = options;
  const findOwn = (server: BackingServer) => findData(server, dataFolder);
  const { chosen, dockerObstacle } = await chooseForSession(
    backingServers,
    options,
    findOwn,
    signal,
  );
  if (dockerObstacle !== undefined)
    print(color('dim', `  Servers do not come from Docker (${dockerObstacle}).`));
  const addresses = await startChosen(chosen, options, signal);
  for (const { server, source } of chosen)
    recordServers(dataFolder, { [server.name]: dataOf(source) });
  return addresses;
}

/** Decides where servers come from on this machine. */
export function chooseForSession(
  servers: BackingServer[],
  { env, isTemporary }: StartServersOptions,
  findOwn: (server: BackingServer) => string | undefined,
  signal: AbortSignal,
) {
  const machine = {
    canUseChroot: canUseChroot(),
    findDockerObstacle: (some: BackingServer[]) => findDockerObstacle(some, signal),
  };
  const backing = readBacking(env, isTemporary);
  return chooseServers(servers, { env, findData: findOwn, backing, machine });
}

/** What holds the data of a source. */
export function dataOf(source: Source): string {
  if (source.kind === 'address') return ADDRESS;
  return source.kind === 'local' ? source.server.folder : CONTAINERS;
}

/** Starts servers beside each other. The first failure stops all starts and the build of the private Debian. */
export async function startChosen(
  chosen: ChosenServer[],
  options: StartServersOptions,
  signal: AbortSignal,
): Promise<Addresses> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  let root: Promise<string> | undefined;
  const debianRoot = () => (root ??= ensureDebianChroot(options.cache, either));
  const context = { ...options, signal: either, debianRoot };
  const inDocker = chosen.filter(({ source }) => source.kind === 'containers');
  let containers: Promise<Map<string, string>> | undefined;
  const getContainers = () =>
    (containers ??= startContainers(
      inDocker.map(({ server }) => server),
      context,
    ));
  const works = chosen.map((one) =>
    startServer(one, context, getContainers).catch((error: unknown) => {
      stop.abort(error);
      throw error;
    }),
  );
  try {
    return Object.assign({}, ...(await waitForAll(works))) as Addresses;
  } catch {
    throw stop.signal.reason;
  }
}

async function startServer(
  { server, source }: ChosenServer,
  context: ServerContext,
  getContainers: () => Promise<Map<string, string>>,
): Promise<Addresses> {
  const { name, title, variable } = server;
  const credentials = server.credentials?.(context.secrets) ?? {};
  if (source.kind === 'address') {
    const { address } = source;
    const given = readCredentials(context.env, server, Object.keys(credentials));
    await step(`${title}: ${withoutPassword(address)} (${variable})`, () =>
      checkAddress(server, address),
    );
    const ownNames = processes.map((process) => ownVariable(process, variable));
    const own = ownNames.flatMap((key) => (context.env[key] ? [[key, context.env[key]]] : []));
    return { [variable]: address, ...given, ...Object.fromEntries(own) };
  }
  const address =
    source.kind === 'containers'
      ? await step(`${title}: Docker`, async () => (await getContainers()).get(name) ?? '')
      : await step(`${title}: ${source.program ?? source.server.privateLabel}`, () =>
          source.server.start(context, source.program),
        );
  const users = Object.entries(server.users?.(address, context.secrets) ?? {});
  const own = users.flatMap(([process, values = {}]) =>
    Object.entries(values).map(([key, value]) => [ownVariable(process, key), value]),
  );
  return { [variable]: address, ...credentials, ...Object.fromEntries(own) };
}
