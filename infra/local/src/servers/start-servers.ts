import { processes } from '../../access/users.mjs';
import { color, print, runAbortingOnError, step } from '../console.ts';
import { LaunchError } from '../failure.ts';
import type { LauncherSession } from '../session.ts';
import { canUseChroot, ensureDebianChroot } from '../tools/debian-chroot.ts';
import { ownVariable, type BackingServer, type ServerContext } from './backing-server.ts';
import { findDockerObstacle, startContainers } from './containers.ts';
import { mongodb } from './mongodb.ts';
import { objectStorage } from './object-storage.ts';
import { canConnect } from './probe.ts';
import { rabbitmq } from './rabbitmq.ts';
import { redis } from './redis.ts';
import { chooseServers, readBacking, type ChosenServer, type Source } from './server-source.ts';
import { ADDRESS, CONTAINERS, findData, recordServers } from './servers-file.ts';

const backingServers: BackingServer[] = [mongodb, redis, rabbitmq, objectStorage];

type StartServersOptions = Omit<LauncherSession, 'recordAddress' | 'close'>;

/** Addresses and credentials, by environment variable. */
export type Addresses = Record<string, string>;

/** Chooses and starts all backing servers, and records what has their data. */
export async function startAllServers(options: StartServersOptions, signal: AbortSignal) {
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
  const inDocker = chosen.filter(({ source }) => source.kind === 'containers');
  const addresses: Addresses = {};
  let root: Promise<string> | undefined;
  let containers: Promise<Map<string, string>> | undefined;
  const start = async (one: ChosenServer, stop: AbortSignal) => {
    const debianRoot = () => (root ??= ensureDebianChroot(options.cache, stop));
    const context = { ...options, signal: stop, debianRoot };
    const getContainers = () =>
      (containers ??= startContainers(
        inDocker.map(({ server }) => server),
        context,
      ));
    Object.assign(addresses, await startServer(one, context, getContainers));
  };
  const works = chosen.map((one) => (stop: AbortSignal) => start(one, stop));
  await runAbortingOnError(signal, ...works);
  return addresses;
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
  return { [variable]: address, ...credentials, ...server.users?.(address, context.secrets) };
}

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
