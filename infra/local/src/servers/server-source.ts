import { LaunchError } from '../failure.ts';
import type { BackingServer, LocalServer } from './backing-server.ts';
import { ADDRESS, CONTAINERS } from './servers-file.ts';

/** Where a server comes from. */
export type Source =
  | { kind: 'address'; address: string }
  | { kind: 'containers' }
  /** Without a program it is the one of the private Debian. */
  | { kind: 'local'; server: LocalServer; program?: string };

export interface ChosenServer {
  server: BackingServer;
  source: Source;
}

/** Kinds of servers that the operator can demand. */
const BACKINGS = ['containers', 'private'] as const;
export type Backing = (typeof BACKINGS)[number];

/** What the machine offers. */
export interface Machine {
  canUseChroot: boolean;
  /** Why Docker cannot run the servers; undefined if it can. */
  findDockerObstacle: (servers: BackingServer[]) => Promise<string | undefined>;
}

interface Options {
  env: NodeJS.ProcessEnv;
  /** What holds the data of a server; undefined if there are none. */
  findData: (server: BackingServer) => string | undefined;
  backing: Backing | undefined;
  machine: Machine;
}

/**
 * Which kind of servers the operator demands: TEST_BACKING for a session whose data are removed at its end, else BACKING.
 * @throws LaunchError if the value is unknown
 */
export function readBacking(env: NodeJS.ProcessEnv, isTemporary: boolean): Backing | undefined {
  const name = isTemporary ? 'TEST_BACKING' : 'BACKING';
  const value = env[name] || undefined;
  const known = BACKINGS.find((backing) => backing === value);
  if (value === known) return known;
  throw new LaunchError(`${name} is "${value}": it must be ${BACKINGS.join(' or ')}.`);
}

/**
 * Decides where each server comes from: what has its data; else its address in the environment; else Docker; else a program
 * on PATH; else the private Debian.
 * @throws LaunchError if a server cannot be had
 */
export async function chooseServers(servers: BackingServer[], options: Options) {
  const { env, findData, backing, machine } = options;
  const data = new Map(servers.map((server) => [server, findData(server)]));
  for (const [server, found] of data) assertFits(server, found, env, backing);
  const withoutAddress = servers.filter(({ variable }) => !env[variable]);
  const forDocker = withoutAddress.filter(
    (server) => (data.get(server) ?? (backing === 'private' ? '' : CONTAINERS)) === CONTAINERS,
  );
  const dockerObstacle =
    forDocker.length === 0 ? undefined : await machine.findDockerObstacle(forDocker);

  const missing: BackingServer[] = [];
  const chosen: ChosenServer[] = [];
  for (const server of servers) {
    const address = env[server.variable];
    const found = data.get(server);
    const useDocker = forDocker.includes(server) && dockerObstacle === undefined;
    if (address) chosen.push({ server, source: { kind: 'address', address } });
    else if (useDocker) chosen.push({ server, source: { kind: 'containers' } });
    else if (found === CONTAINERS || (found === undefined && backing === 'containers'))
      throw needsDocker(server, found, dockerObstacle ?? '');
    else {
      const source = await findLocal(server, found, backing, machine);
      if (source === undefined) missing.push(server);
      else chosen.push({ server, source });
    }
  }
  if (missing.length > 0) throw missingError(missing, data, dockerObstacle);
  return { chosen, dockerObstacle };
}

const EMPTY_PRODUCT = 'begin with an empty product in another folder: DATA_DIR=.data-2 npm start';

/** A program on PATH, else the private Debian; only what can read the data. */
async function findLocal(
  { local }: BackingServer,
  data: string | undefined,
  backing: Backing | undefined,
  { canUseChroot }: Machine,
): Promise<Source | undefined> {
  const fitting = local.filter(({ folder }) => data === undefined || folder === data);
  for (const server of backing === 'private' ? [] : fitting) {
    const program = await server.findProgram?.();
    if (program !== undefined) return { kind: 'local', server, program };
  }
  const server = fitting.find(({ privateLabel }) => privateLabel !== undefined);
  return canUseChroot && server !== undefined ? { kind: 'local', server } : undefined;
}

/** @throws LaunchError if the operator demands another server than the one that has the data */
function assertFits(
  { name, title, variable, isMovable }: BackingServer,
  data: string | undefined,
  env: NodeJS.ProcessEnv,
  backing?: Backing,
): void {
  if (data === undefined) return;
  const place = data === CONTAINERS ? 'volumes of Docker' : `the folder ${data}`;
  if (data === ADDRESS && !env[variable])
    throw new LaunchError(
      `The data of ${title} are on a server of yours, but ${variable} is not set.`,
      `Give it; or ${EMPTY_PRODUCT}`,
      `Once they are here, write into DATA_DIR/servers.json what has them: "${name}": "${CONTAINERS}", or a folder.`,
    );
  if (data !== ADDRESS && env[variable])
    throw new LaunchError(
      `${variable} is set, but the data of ${title} are in ${place}.`,
      `Leave ${variable} out to use them; or ${EMPTY_PRODUCT}`,
      `Once they are on your server, write that into DATA_DIR/servers.json: "${name}": "${ADDRESS}".`,
    );
  if (data === ADDRESS || backing === undefined || !isMovable) return;
  if ((data === CONTAINERS) === (backing === 'containers')) return;
  throw new LaunchError(
    `BACKING is ${backing}, but the data of ${title} are in ${place}.`,
    'Leave BACKING out to use them, or move them: npm run move-data',
  );
}

function needsDocker({ title }: BackingServer, data: string | undefined, obstacle: string) {
  return new LaunchError(
    data === CONTAINERS
      ? `The data of ${title} are in a volume of Docker, which cannot be used: ${obstacle}.`
      : `Docker cannot run the servers: ${obstacle}.`,
    ...(data === CONTAINERS ? [`Start Docker; or ${EMPTY_PRODUCT}`] : []),
  );
}

function missingError(
  missing: BackingServer[],
  data: Map<BackingServer, string | undefined>,
  dockerObstacle: string | undefined,
): LaunchError {
  const held = missing.flatMap((server) => {
    const folder = data.get(server);
    return folder === undefined ? [] : [`The data of ${server.title} are in the folder ${folder}.`];
  });
  const fitting = missing.map((server) =>
    server.local.filter(({ folder }) => (data.get(server) ?? folder) === folder),
  );
  const isPrivate = fitting.every((local) => local.some(({ privateLabel }) => privateLabel));
  const isOnPath = fitting.every((local) => local.some(({ findProgram }) => findProgram));
  const variables = missing.map(({ variable }) => variable).join(', ');
  return new LaunchError(
    `Not found on this machine: ${missing.map(({ title }) => title).join(', ')}.`,
    ...held,
    'Any of these helps:',
    ...(held.length > 0 ? [] : [`- Docker with Docker Compose (${dockerObstacle ?? 'not tried'})`]),
    ...(isPrivate
      ? [
          '- on Debian or Ubuntu, run this command as root with the right to mount: it then installs them in a private folder',
        ]
      : []),
    ...(isOnPath ? [`- install on PATH: ${missing.map(({ program }) => program).join('; ')}`] : []),
    // An address would hide the data that are here.
    ...(held.length > 0 ? [] : [`- give the address of a running server: ${variables}`]),
  );
}
