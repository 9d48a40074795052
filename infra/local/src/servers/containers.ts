import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { accessKeyOf, STORAGE_ADMINISTRATOR } from '../../access/users.mjs';
import { MIN_COMPOSE } from '../../bin/machine.mjs';
import { isOlder } from '../../bin/version.mjs';
import { findProgram, runCommand, tryCommand } from '../command.ts';
import { LaunchError } from '../failure.ts';
import { repository } from '../paths.ts';
import { step } from '../console.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { READY_TIMEOUT_MS, waitUntilReady } from './probe.ts';
import { CONTAINERS, readServersFile, recordServers } from './servers-file.ts';

const FOLDER = join(repository, 'infra/local');
const FILE = 'compose.servers.yml';
const COMPOSE = ['compose', '--file', join(FOLDER, FILE)];
/** Removes what a killed run of tests has left. Testcontainers starts it. */
const REAPER_IMAGE = 'docker.io/testcontainers/ryuk:0.14.0';

/** Key of servers.json: the data folder to which the volumes belong. */
const FOLDER_OF_VOLUMES = 'folder of volumes';

const servicesOf = (servers: BackingServer[]) => servers.map(({ container }) => container.service);

/** Why Docker cannot run the servers; undefined if it can. Pulls images that are missing. */
export async function findDockerObstacle(servers: BackingServer[], signal: AbortSignal) {
  if (findProgram('docker') === undefined) return 'there is no docker on PATH';
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
  try {
    await runCommand('docker', ['version'], { signal: timeout });
  } catch (error) {
    if (signal.aborted) throw error;
    return timeout.aborted ? 'Docker does not answer' : lastLine(error);
  }
  const compose = await tryCommand('docker', ['compose', 'version', '--short']);
  if (isOlder(compose ?? '', MIN_COMPOSE))
    return `Docker Compose ${MIN_COMPOSE} or later is needed, here is ${compose?.trim() || 'none'}`;
  try {
    await step('Images of the servers for Docker', () => {
      const args = ['pull', '--quiet', '--policy', 'missing', ...servicesOf(servers)];
      return runCommand('docker', [...COMPOSE, ...args], { signal });
    });
    return undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    return lastLine(error);
  }
}

/** What the command printed last. */
function lastLine(error: unknown): string {
  const { message, hints } = error as LaunchError;
  return (hints?.at(-1) ?? message).replace(/^[\s|]+/, '').replace(/[.?]$/, '');
}

/** The image of a service of compose.servers.yml. */
export function containerImage(service: string): string {
  const text = readFileSync(join(FOLDER, FILE), 'utf8').split(`\n  ${service}:\n`)[1] ?? '';
  return /^ +image: (\S+)$/m.exec(text)?.[1] ?? '';
}

/** What tests need that start containers of their own. */
export const testVariables = (): Record<string, string> => ({
  TEST_REDIS_IMAGE: containerImage('redis'),
  RYUK_CONTAINER_IMAGE: process.env['RYUK_CONTAINER_IMAGE'] ?? REAPER_IMAGE,
  TESTCONTAINERS_RYUK_DISABLED: process.env['TESTCONTAINERS_RYUK_DISABLED'] ?? 'false',
  DOCKER_HOST: process.env['DOCKER_HOST'] ?? '',
});

/**
 * Starts servers in Docker: with Testcontainers, which remove them with their data, in a temporary session; else with
 * Docker Compose, whose volumes keep the data. Returns the addresses by the name of the server.
 */
export async function startContainers(servers: BackingServer[], context: ServerContext) {
  const { ports, secrets, signal } = context;
  const addresses = new Map<string, string>();
  const variables = { ...passwords(context), SETTINGS: writeSettings(servers, context) };
  for (const { name, defaultPort, container } of servers) {
    const port = await ports.claim(defaultPort);
    addresses.set(name, container.toAddress(port, secrets));
    Object.assign(variables, { [`${container.service.toUpperCase()}_PORT`]: String(port) });
  }
  const start = context.isTemporary ? startTestcontainers : startCompose;
  const isReady = async ({ name, container }: BackingServer) =>
    container.isReady(addresses.get(name) ?? '', secrets);
  const areReady = async () => (await Promise.all(servers.map(isReady))).every(Boolean);
  await start(servers, variables, context, areReady);
  for (const server of servers) await waitUntilReady(server.title, () => isReady(server), signal);
  return addresses;
}

const passwords = ({ secrets }: ServerContext) => ({
  MONGO_PASSWORD: secrets.mongodb,
  MINIO_USER: accessKeyOf(secrets.minio, STORAGE_ADMINISTRATOR),
  MINIO_PASSWORD: secrets.minio,
});

/** Writes the settings of servers into a folder that only its owner can open. Users of the images read its folders. */
function writeSettings(servers: BackingServer[], { dataFolder, secrets }: ServerContext): string {
  const folder = join(dataFolder, 'containers');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  for (const { container } of servers) {
    const own = join(folder, container.service);
    mkdirSync(own, { recursive: true, mode: 0o755 });
    for (const [name, text] of Object.entries(container.files?.(secrets) ?? {}))
      writeFileSync(join(own, name), text, { mode: 0o644 });
  }
  return folder;
}

type Start = (
  servers: BackingServer[],
  variables: Record<string, string>,
  context: ServerContext,
  isReady: () => Promise<boolean>,
) => Promise<void>;

/** The name of the containers and volumes of a data folder. */
const toProject = ({ secrets }: ServerContext) =>
  `ctdb-${createHash('sha256').update(secrets.mongodb).digest('hex').slice(0, 12)}`;

const startCompose: Start = async (servers, variables, context, isReady) => {
  const { dataFolder, onClose, signal, supervisor } = context;
  await assertVolumes(servers, context);
  recordServers(dataFolder, { [FOLDER_OF_VOLUMES]: resolve(dataFolder) });
  const env = { ...process.env, ...variables };
  const toArgs = (...args: string[]) => [...COMPOSE, '--project-name', toProject(context), ...args];
  onClose(() => runCommand('docker', toArgs('stop'), { env }));
  const args = toArgs('up', '--no-color', ...servicesOf(servers));
  const spec = { name: 'containers', command: 'docker', args, env, quiet: true, isReady };
  try {
    await supervisor.start(spec, signal);
  } catch (error) {
    const recorded = readServersFile(dataFolder);
    const isNew = servers.some(({ name }) => name === 'mongodb' && recorded[name] !== CONTAINERS);
    if (isNew && error instanceof LaunchError)
      error.hints.push(toHintForNewMongo(toProject(context)));
    throw error;
  }
};

/** The image makes the user at its very first start only. */
const toHintForNewMongo = (project: string) =>
  `If MongoDB's very first start was interrupted, it has no user, and no data yet. Remove it: docker rm -f ${project}-mongo-1 && docker volume rm ${project}_mongo-data`;

/**
 * Docker makes a volume that is missing: an empty product would appear.
 * @throws LaunchError if a recorded volume is missing, or belongs to another data folder
 */
async function assertVolumes(servers: BackingServer[], context: ServerContext): Promise<void> {
  const { dataFolder, signal } = context;
  const recorded = readServersFile(dataFolder);
  const original = recorded[FOLDER_OF_VOLUMES] ?? dataFolder;
  if (resolve(dataFolder) !== resolve(original) && existsSync(original))
    throw new LaunchError(
      `${dataFolder} is a copy of ${original}: its volumes of Docker are those of the original.`,
      'Use the original; or remove it, if this is its new place.',
    );
  for (const { name, title, container } of servers) {
    if (recorded[name] !== CONTAINERS) continue;
    const volume = `${toProject(context)}_${container.service}-data`;
    try {
      await runCommand('docker', ['volume', 'inspect', volume], { signal });
    } catch (error) {
      throw new LaunchError(
        `The data of ${title} are in the volume ${volume}, which this Docker does not have.`,
        'Use the Docker and the secrets.json with which it was made (docker context ls).',
        lastLine(error),
      );
    }
  }
}

/** Makes Testcontainers use the Docker of `docker`, because it does not read its context. */
async function setDockerHost(): Promise<void> {
  if (process.env['DOCKER_HOST']) return;
  const args = ['context', 'inspect', '--format', '{{.Endpoints.docker.Host}}'];
  const host = (await tryCommand('docker', args))?.trim() ?? '';
  // A context of another kind has certificates or keys, too.
  if (host.startsWith('unix://')) process.env['DOCKER_HOST'] = host;
}

const startTestcontainers: Start = async (servers, variables, { onClose, signal }) => {
  await setDockerHost();
  const { DockerComposeEnvironment } = await import('testcontainers');
  process.env['RYUK_CONTAINER_IMAGE'] ??= REAPER_IMAGE;
  // The ports are published there alone; in a container Testcontainers would look elsewhere.
  process.env['TESTCONTAINERS_HOST_OVERRIDE'] ??= '127.0.0.1';
  if (!(await hasReaper(signal))) process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';
  const environment = await new DockerComposeEnvironment(FOLDER, FILE)
    .withEnvironment(variables)
    .withStartupTimeout(READY_TIMEOUT_MS)
    .up(servicesOf(servers));
  onClose(() => environment.down());
};

/** Whether the image can be had. Without it, containers of a killed run stay until they are removed by hand. */
async function hasReaper(signal: AbortSignal): Promise<boolean> {
  const image = process.env['RYUK_CONTAINER_IMAGE'] ?? '';
  const tryDocker = (...args: string[]) =>
    runCommand('docker', [...args, image], { signal }).then(
      () => true,
      () => false,
    );
  return (await tryDocker('image', 'inspect')) || (await tryDocker('pull', '--quiet'));
}
