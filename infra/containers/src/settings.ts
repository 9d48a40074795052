import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { limitsOfOneClient } from '@ctdb/launcher/limits';

/** The repository's top folder. */
export const repository = resolve(import.meta.dirname, '../../..');

const { env } = process;
const port = Number(env['CONTAINERS_PORT'] ?? '18131');
const sandboxPort = Number(env['CONTAINERS_SANDBOX_PORT'] ?? '18931');

/** The product's address; the payment page of the PayPal simulator is at `sandboxPort`. */
export const origin = `http://localhost:${port}`;

/** Differs from an installation on the same machine: other names, volumes and ports. */
export const project = env['CONTAINERS_PROJECT'] ?? 'ctdb-containers-test';

/** Prefix of the images; the name of the machine, so that none is asked of a registry. */
export const images = `localhost/${project}`;

/** Whether the containers keep running at the end. */
export const keepContainers = env['CONTAINERS_KEEP'] === 'yes';

/** Requests per second of the load. */
export const rate = Number(env['CONTAINERS_RATE'] ?? '50');

/** The version from which `upgrade` rolls, as git names it. */
export const upgradeFrom = env['UPGRADE_FROM'];

/** Two of each process behind a reverse proxy. */
export const replicasFile = join('infra/docker', 'compose.replicas.yml');

/** The file of compose that an operator reads, and those that it includes. */
export const composeFiles = ['docker-compose.yml'].flatMap((file) => {
  const text = readFileSync(join(repository, file), 'utf8');
  return [file, ...(text.match(/(?<=^ +- )infra\/docker\/compose\.\S+$/gm) ?? [])];
});

/** With these compose would read other files. */
const COMPOSE_FILE_VARIABLES = ['COMPOSE_ENV_FILES', 'COMPOSE_PATH_SEPARATOR'];

/** These describe the machine, not an installation. */
const MACHINE_VARIABLES = ['CPUS', 'CPUS_LARGE'];

/** Names of the settings that a compose file reads from the environment. */
function readVariableNames(file: string): string[] {
  const text = readFileSync(join(repository, file), 'utf8');
  const named = /\$\{([A-Z][A-Z0-9_]*)|^\s+([A-Z][A-Z0-9_]*):\s*$/gm;
  return [...text.matchAll(named)].map(([, inside = '', alone = '']) => inside || alone);
}

/** Returns `given` with an installation's settings blank: the test has its own administrator and payments. */
export function withoutSettings(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = [...composeFiles, replicasFile].flatMap(readVariableNames);
  const blank = settings.flatMap((name) => (MACHINE_VARIABLES.includes(name) ? [] : [[name, '']]));
  const kept = Object.entries(given).filter(([name]) => !COMPOSE_FILE_VARIABLES.includes(name));
  return Object.fromEntries([...kept, ...blank]) as NodeJS.ProcessEnv;
}

/** The environment of compose. */
export const composeEnvironment: NodeJS.ProcessEnv = {
  ...withoutSettings(env),
  // `.env` contains the settings of an installation.
  COMPOSE_DISABLE_ENV_FILE: '1',
  COMPOSE_PROJECT_NAME: project,
  COMPOSE_PROFILES: 'test-payments',
  // Own names: the images of an installation are not built again.
  IMAGES: images,
  // A blank time zone is none; any other blank setting has its default.
  TZ: 'UTC',
  TEST_PAYMENTS: 'yes',
  PUBLISH: `127.0.0.1:${port}`,
  PUBLIC_ORIGIN: origin,
  PUBLISH_PAYPAL_SANDBOX: `127.0.0.1:${sandboxPort}`,
  PAYPAL_SANDBOX_PAGE_ORIGIN: `http://localhost:${sandboxPort}`,
  ...limitsOfOneClient,
};
