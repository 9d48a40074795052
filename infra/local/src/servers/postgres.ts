import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, tryCommand } from '../command.ts';
import type { ServerContext, ServerPlace } from './backing-server.ts';
import { placeInChroot, plainEnvironment } from './backing-server.ts';

const DEFAULT_PORT = 15_432;
const USER = 'ctdb';
const PROGRAMS = '/usr/lib/postgresql/18/bin';

/** PostgreSQL with the DocumentDB extension, on which FerretDB stores. Returns its address. */
export async function startPostgres(context: ServerContext): Promise<string> {
  const { ports, secrets, supervisor, isVolatile, signal } = context;
  const place = await placeInChroot(context, 'postgres');
  const { folder, writeFile } = place;
  const port = await ports.claim(DEFAULT_PORT);
  const call: ServerPlace['toCall'] = (program, args) =>
    place.toCall(`${PROGRAMS}/${program}`, args);
  const env = { ...plainEnvironment(), PGPASSWORD: secrets.postgres, PGCONNECT_TIMEOUT: '2' };

  if (!existsSync(join(folder, 'cluster', 'PG_VERSION'))) {
    await initialise({ ...place, toCall: call }, secrets.postgres, signal);
  }
  writeFile('postgresql.conf', readFileSync(join(import.meta.dirname, 'postgresql.conf'), 'utf8'));
  writeFile('pg_hba.conf', ACCESS);
  const address = ['-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', 'postgres'];
  const options = [
    'config_file=/data/postgresql.conf',
    `port=${port}`,
    // Which index a query takes must not depend on when statistics were made.
    ...(isVolatile ? ['fsync=off', 'full_page_writes=off', 'autovacuum=off'] : []),
  ];
  const ready = call('pg_isready', [...address, '-q', '-t', '1']);
  await supervisor.start(
    {
      name: 'postgres',
      ...call('postgres', ['-D', '/data/cluster', ...options.flatMap((one) => ['-c', one])]),
      env: plainEnvironment(),
      port,
      // Fast shutdown: ends the sessions and writes everything to disk.
      stopSignal: 'SIGINT',
      stopAlone: true,
      quiet: true,
      beforeStart: () => removeStaleLock(folder),
      isReady: async () => (await tryCommand(ready.command, ready.args)) !== undefined,
    },
    signal,
  );
  const psql = call('psql', [...address, '-q', '-v', 'ON_ERROR_STOP=1']);
  await runCommand(psql.command, psql.args, { env, signal, input: EXTENSION });
  return `postgres://${USER}:${secrets.postgres}@127.0.0.1:${port}/postgres`;
}

/**
 * TCP connections need a password. Workers of DocumentDB use the socket, because their role has no password.
 */
const ACCESS = `local all all trust
host all all 127.0.0.1/32 scram-sha-256
`;

/** Also upgrades existing data to the version of the extension. */
const EXTENSION = `set client_min_messages = error;
create extension if not exists documentdb cascade;
alter extension documentdb_core update;
alter extension documentdb update;`;

async function initialise(
  { folder, writeFile, toCall }: ServerPlace,
  password: string,
  signal: AbortSignal,
) {
  // An interrupted initdb leaves a folder without data.
  rmSync(join(folder, 'cluster.new'), { recursive: true, force: true });
  writeFile('password', password);
  const access = ['--username', USER, '--pwfile', '/data/password', '--auth', 'scram-sha-256'];
  const texts = ['--encoding', 'UTF8', '--locale-provider', 'builtin', '--locale', 'C.UTF-8'];
  const initdb = toCall('initdb', ['-D', '/data/cluster.new', ...access, ...texts]);
  await runCommand(initdb.command, initdb.args, { env: plainEnvironment(), signal });
  renameSync(join(folder, 'cluster.new'), join(folder, 'cluster'));
  rmSync(join(folder, 'password'));
}

/**
 * Removes the pid file of a killed server, unless the process works in this folder. PostgreSQL refuses to start if
 * another process has the pid.
 */
function removeStaleLock(folder: string): void {
  const cluster = join(folder, 'cluster');
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!hasWorkingDirectory(pid, cluster)) rmSync(file, { force: true });
}

function hasWorkingDirectory(pid: number, folder: string): boolean {
  try {
    const there = statSync(`/proc/${pid}/cwd`);
    const here = statSync(folder);
    return there.ino === here.ino && there.dev === here.dev;
  } catch {
    return false;
  }
}
