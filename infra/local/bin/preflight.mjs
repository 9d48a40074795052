// Says what is missing before anything is installed, and the other way in. Runs on old versions of Node, too.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  cacheFolderIn,
  canUseChroot,
  dataFolderIn,
  findProgram,
  freeSpace,
  isFree,
} from './machine.mjs';

const MIN_NODE = [20, 19];
/** Commands that start the servers of an installation. */
const STARTS = ['start', 'dev', 'servers', 'move-data'];
const GIGABYTE = 1e9;

/** The variable with a server's address, and the programs that can be on PATH instead. */
const SERVERS = [
  ['MONGODB_URI', ['mongod']],
  ['REDIS_URL', ['redis-server']],
  ['RABBITMQ_URL', ['rabbitmq-server']],
  ['S3_ENDPOINT', ['minio', 'weed']],
];

/**
 * @typedef {object} Facts
 * @property {string} command
 * @property {string} node its version
 * @property {Record<string, string | undefined>} env
 * @property {boolean} canUseChroot
 * @property {() => boolean} hasDocker
 * @property {(program: string) => string | undefined} findProgram
 * @property {{ folder: string, needed: number, disk: number, free: number }[]} space in bytes
 * @property {boolean} isPortFree
 */

/**
 * What keeps a command from working here, each with what helps.
 * @param {Facts} facts
 * @returns {string[]}
 */
export function findProblems({ command, node, env, space, isPortFree, ...machine }) {
  const problems = [];
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = MIN_NODE;
  if (major < minMajor || (major === minMajor && minor < minMinor))
    problems.push(`Node ${MIN_NODE.join('.')} or later is needed, this is ${node}.`);
  if (STARTS.includes(command) && !hasServers(env, machine))
    problems.push(
      'MongoDB, Redis, RabbitMQ and an S3 server are needed. Start Docker (with Docker Compose);',
      '  or run this as root on Debian or Ubuntu, which installs them in a private folder;',
      `  or give their addresses: ${SERVERS.map(([variable]) => variable).join(', ')}.`,
    );
  for (const disk of new Set(space.map((one) => one.disk))) {
    const here = space.filter((one) => one.disk === disk);
    const needed = here.reduce((sum, one) => sum + one.needed, 0);
    const free = here[0]?.free ?? 0;
    if (free >= needed) continue;
    const [wanted, found] = [needed, free].map((bytes) => (bytes / GIGABYTE).toFixed(1));
    const folders = here.map(({ folder }) => folder).join(', ');
    problems.push(
      `${wanted} GB must be free for ${folders}, here are ${found} GB. Other folders: CTDB_CACHE, DATA_DIR.`,
    );
  }
  if (['start', 'dev'].includes(command) && !isPortFree) {
    const port = Number(env['PORT'] || 8080);
    problems.push(
      `Port ${port} is used by another program. Choose another: PORT=${port + 1} npm ${command === 'dev' ? 'run dev' : command}`,
    );
  }
  return problems;
}

/**
 * @param {Record<string, string | undefined>} env
 * @param {Pick<Facts, 'canUseChroot' | 'hasDocker' | 'findProgram'>} machine
 */
function hasServers(env, machine) {
  const needed = SERVERS.filter(([variable]) => !env[String(variable)]);
  const isOnPath = (/** @type {string[]} */ programs) => programs.some(machine.findProgram);
  return (
    needed.length === 0 ||
    (env['BACKING'] !== 'containers' && machine.canUseChroot) ||
    (env['BACKING'] !== 'private' && machine.hasDocker()) ||
    (!env['BACKING'] &&
      needed.every(([, programs]) => Array.isArray(programs) && isOnPath(programs)))
  );
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
  const needs = [
    { folder: join(root, 'node_modules'), bytes: existsSync(join(root, 'node_modules')) ? 0 : 1.2 },
    { folder: cache, bytes: isCached ? 0 : 2.5 },
    { folder: data, bytes: 0.3 },
  ];
  const space = needs.map(({ folder, bytes }) => {
    const { disk, bytes: free } = freeSpace(folder);
    return { folder, disk, free, needed: bytes * GIGABYTE };
  });
  // The launcher says more about its own earlier run, and stops what it has left.
  const isOwn = existsSync(join(data, 'run.json'));
  const port = Number(env['PORT'] || 8080);
  const problems = findProblems({
    command,
    node: process.versions.node,
    env,
    canUseChroot: canUseChroot(),
    hasDocker: () => spawnSync('docker', ['version'], { timeout: 10_000 }).status === 0,
    findProgram,
    space,
    isPortFree: isOwn || (await isFree(port, env['HOST'] || '127.0.0.1').catch(() => true)),
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
