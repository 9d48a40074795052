// Says what is missing before anything is installed, and the other way in.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  cacheFolderIn,
  canUseChroot,
  dataFolderIn,
  explainListenError,
  findListenError,
  findProgram,
  freeSpace,
  MIN_COMPOSE,
} from './machine.mjs';
import { isOlder } from './version.mjs';

/** Commands that start the servers of an installation. */
const STARTS = ['start', 'dev', 'servers', 'move-data'];
const GIGABYTE = 1e9;
const DEBIAN = 'private Debian';

/** The variable with a server's address, and the programs that can be on PATH instead. */
const SERVERS = [
  { variable: 'MONGODB_URI', programs: ['mongod'] },
  { variable: 'REDIS_URL', programs: ['redis-server'] },
  { variable: 'RABBITMQ_URL', programs: ['rabbitmq-server'] },
  { variable: 'S3_ENDPOINT', programs: ['minio', 'weed'] },
];

/**
 * @typedef {object} Facts
 * @property {string} command
 * @property {Record<string, string | undefined>} env
 * @property {boolean} canUseChroot
 * @property {() => boolean} hasDocker
 * @property {(program: string) => string | undefined} findProgram
 * @property {{ folder: string, needed: number, disk: number, free: number, forDebian?: boolean }[]} space in bytes
 * @property {string} [listenError] code of the error with which the product cannot listen
 */

/**
 * What keeps a command from working here, each with what helps.
 * @param {Facts} facts
 * @returns {string[]}
 */
export function findProblems({ command, env, space, listenError, ...machine }) {
  const problems = [];
  const source = STARTS.includes(command) ? findSource(env, machine) : 'not needed';
  if (source === undefined)
    problems.push(
      `MongoDB, Redis, RabbitMQ and an S3 server are needed. Start Docker (with Docker Compose ${MIN_COMPOSE} or later);`,
      '  or run this on Debian or Ubuntu as root with the right to mount, which installs them in a private folder;',
      `  or give their addresses: ${SERVERS.map(({ variable }) => variable).join(', ')}.`,
    );
  const wantedSpace = space.filter(({ forDebian }) => !forDebian || source === DEBIAN);
  for (const disk of new Set(wantedSpace.map((one) => one.disk))) {
    const here = wantedSpace.filter((one) => one.disk === disk);
    const needed = here.reduce((sum, one) => sum + one.needed, 0);
    const free = here[0]?.free ?? 0;
    if (free >= needed) continue;
    const [wanted, found] = [needed, free].map((bytes) => (bytes / GIGABYTE).toFixed(1));
    const folders = here.map(({ folder }) => folder).join(', ');
    problems.push(
      `${wanted} GB must be free for ${folders}, here are ${found} GB. Other folders: CTDB_CACHE, DATA_DIR.`,
    );
  }
  if (['start', 'dev'].includes(command) && listenError !== undefined) {
    const [message, setting] = explainListenError(listenError, portIn(env), hostIn(env));
    problems.push(
      `${message} Choose another: ${setting} npm ${command === 'dev' ? 'run dev' : command}`,
    );
  }
  return problems;
}

/** @param {Record<string, string | undefined>} env */
const portIn = (env) => Number(env['PORT'] || 8080);
/** @param {Record<string, string | undefined>} env */
const hostIn = (env) => env['HOST'] || '127.0.0.1';

/**
 * Where a new installation takes its servers from; undefined if there is nothing.
 * @param {Record<string, string | undefined>} env
 * @param {Pick<Facts, 'canUseChroot' | 'hasDocker' | 'findProgram'>} machine
 */
function findSource(env, machine) {
  const needed = SERVERS.filter(({ variable }) => !env[variable]);
  if (needed.length === 0) return 'addresses';
  if (env['BACKING'] !== 'private' && machine.hasDocker()) return 'Docker';
  const areOnPath = needed.every(({ programs }) =>
    programs.some((program) => machine.findProgram(program)),
  );
  if (!env['BACKING'] && areOnPath) return 'PATH';
  return env['BACKING'] !== 'containers' && machine.canUseChroot ? DEBIAN : undefined;
}

/** Whether Docker answers, and has a Compose that is new enough. */
function hasDocker() {
  const run = (/** @type {string[]} */ ...args) =>
    spawnSync('docker', args, { timeout: 10_000, encoding: 'utf8' });
  if (run('version').status !== 0) return false;
  const { status, stdout } = run('compose', 'version', '--short');
  return status === 0 && !isOlder(stdout, MIN_COMPOSE);
}

/**
 * Ends the program with what is missing, if anything is.
 * @param {string} root the repository
 * @param {string} command
 */
export async function preflight(root, command, env = process.env) {
  const cache = cacheFolderIn(root, env);
  const data = dataFolderIn(root, env);
  const isCached =
    existsSync(cache) && readdirSync(cache).some((name) => name.startsWith('debian-'));
  const packages = join(root, 'node_modules');
  const space = [
    { folder: packages, needed: existsSync(packages) ? 0 : 1.2 * GIGABYTE },
    { folder: cache, needed: isCached ? 0 : 2.5 * GIGABYTE, forDebian: true },
    { folder: data, needed: 0.3 * GIGABYTE },
  ].map((need) => ({ ...need, ...freeSpace(need.folder) }));
  // The launcher says more about its own earlier run, and stops what it has left.
  const isOwn = existsSync(join(data, 'run.json'));
  const problems = findProblems({
    command,
    env,
    canUseChroot: canUseChroot(),
    hasDocker,
    findProgram,
    space,
    // What is no port, the launcher says.
    listenError: isOwn
      ? undefined
      : await findListenError(portIn(env), hostIn(env)).catch(() => undefined),
  });
  if (problems.length === 0) return;
  console.error('✖ Something is missing here; nothing was installed:');
  for (const problem of problems) console.error(problem.startsWith(' ') ? problem : `- ${problem}`);
  if (command === 'start')
    console.error('With Docker alone the product starts without Node: docker compose up');
  // CI counts the tests by this line.
  if (['test', 'nightly'].includes(command)) console.log('0 passed, 1 failed');
  process.exit(1);
}
