import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The repository's top folder. */
export const repository = resolve(import.meta.dirname, '../../..');

const { env } = process;
const port = Number(env['CONTAINERS_PORT'] ?? '18131');
const sandboxPort = Number(env['CONTAINERS_SANDBOX_PORT'] ?? '18931');

/** Where the product is found, and the buyer's page of the payments' stand-in. */
export const origin = `http://localhost:${port}`;

/** Apart from an installation of its own on the same machine: other names, volumes and ports. */
export const project = env['CONTAINERS_PROJECT'] ?? 'ctdb-containers-test';

/** Whether all is left running at the end. */
export const keeps = env['CONTAINERS_KEEP'] === 'yes';

/** How many requests a second the load makes, as the clock says and not as answers come. */
export const rate = Number(env['CONTAINERS_RATE'] ?? '50');

/** Two of each process behind one address. */
export const replicasFile = join('infra/docker', 'compose.replicas.yml');

/** With these compose would read other files than it is told to. */
const OF_FILES = ['COMPOSE_ENV_FILES', 'COMPOSE_PATH_SEPARATOR'];

/** What this machine has is the same for every installation on it. */
const OF_THE_MACHINE = ['CPUS', 'CPUS_LARGE'];

/** Names of the settings that a file of compose takes from whoever calls it. */
function taken(file: string): string[] {
  const text = readFileSync(join(repository, file), 'utf8');
  const named = /\$\{([A-Z][A-Z0-9_]*)|^\s+([A-Z][A-Z0-9_]*):\s*$/gm;
  const listed = /environment: \{([A-Z0-9_, ]+)\}/g;
  return [
    ...[...text.matchAll(named)].map(([, inside = '', alone = '']) => inside || alone),
    ...[...text.matchAll(listed)].flatMap(([, list = '']) => list.split(',')),
  ].map((name) => name.trim());
}

/** `given` with an installation's settings blank: its administrator and payments are none of this test's. */
export function withoutSettings(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = ['docker-compose.yml', replicasFile].flatMap(taken);
  const blank = settings.filter((name) => !OF_THE_MACHINE.includes(name)).map((name) => [name, '']);
  const kept = Object.entries(given).filter(([name]) => !OF_FILES.includes(name));
  return Object.fromEntries([...kept, ...blank]) as NodeJS.ProcessEnv;
}

/** What compose is told: one client does in seconds what many visitors do in minutes. */
export const composeEnvironment: NodeJS.ProcessEnv = {
  ...withoutSettings(env),
  // `.env` has the settings of an installation.
  COMPOSE_DISABLE_ENV_FILE: '1',
  COMPOSE_PROJECT_NAME: project,
  COMPOSE_PROFILES: 'test-payments',
  // Names of its own: those of an installation are not built anew.
  IMAGES: project,
  // Blank would be no zone, where any other setting is at its default then.
  TZ: 'UTC',
  TEST_PAYMENTS: 'yes',
  PUBLISH: `127.0.0.1:${port}`,
  PUBLIC_ORIGIN: origin,
  PUBLISH_PAYPAL_SANDBOX: `127.0.0.1:${sandboxPort}`,
  PAYPAL_SANDBOX_PAGE_ORIGIN: `http://localhost:${sandboxPort}`,
  RATE_ANONYMOUS: '10000',
  RATE_SIGNED_IN: '100000',
  RATE_SIGN_IN: '1000',
  RATE_ORDER: '1000',
  RATE_UPLOAD: '10000',
  SIGN_IN_ADDRESS_TRIES: '1000',
  ACCESS_TOKEN_SECONDS: '3600',
  REFRESH_IDLE_SECONDS: '7200',
};
