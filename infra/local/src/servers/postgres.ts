import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run, tryRun } from '../command.ts';
import { insideRoot } from '../tools/enter-root.ts';
import type { ServerContext } from './backing-server.ts';
import { plainEnvironment, serverFolder, writePrivate } from './folders.ts';

const USUAL_PORT = 15_432;
const USER = 'ctdb';
const PROGRAMS = '/usr/lib/postgresql/18/bin';

/** PostgreSQL with the DocumentDB extension, on which FerretDB stores. Returns its address. */
export async function startPostgres(context: ServerContext): Promise<string> {
  const { dataFolder, ports, secrets, supervisor, signal } = context;
  const root = await context.debianRoot();
  const folder = serverFolder(dataFolder, 'postgres', 'postgres');
  const port = await ports.claim(USUAL_PORT);
  const inside = { root, user: 'postgres', data: folder } as const;
  const call = (program: string, args: string[]) =>
    insideRoot(inside, `${PROGRAMS}/${program}`, args);
  const env = { ...plainEnvironment(), PGPASSWORD: secrets.postgres, PGCONNECT_TIMEOUT: '2' };

  if (!existsSync(join(folder, 'cluster', 'PG_VERSION'))) {
    await initialise(folder, secrets.postgres, call, signal);
  }
  writePrivate(join(folder, 'postgresql.conf'), settings(port), 'postgres');
  writePrivate(join(folder, 'pg_hba.conf'), ACCESS, 'postgres');
  const address = ['-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', 'postgres'];
  const ready = call('pg_isready', [...address, '-q', '-t', '1']);
  await supervisor.start(
    {
      name: 'postgres',
      ...call('postgres', ['-D', '/data/cluster', '-c', 'config_file=/data/postgresql.conf']),
      env: plainEnvironment(),
      port,
      // "Fast": ends the sessions, writes everything, leaves nothing to recover.
      stopSignal: 'SIGINT',
      stopAlone: true,
      quiet: true,
      beforeStart: () => removeStaleLock(folder),
      isReady: async () => (await tryRun(ready.command, ready.args)) !== undefined,
    },
    signal,
  );
  const psql = call('psql', [...address, '-q', '-v', 'ON_ERROR_STOP=1']);
  await run(psql.command, psql.args, { env, signal, input: EXTENSION });
  return `postgres://${USER}:${secrets.postgres}@127.0.0.1:${port}/postgres`;
}

/**
 * A password for whoever comes over TCP; none for the server's own workers, which come by its socket.
 * DocumentDB's have a role without a password.
 */
const ACCESS = `local all all trust
host all all 127.0.0.1/32 scram-sha-256
`;

/** Also brings older data up to the extension's version after the root was built anew. */
const EXTENSION = `set client_min_messages = error;
create extension if not exists documentdb cascade;
alter extension documentdb_core update;
alter extension documentdb update;`;

type Call = (program: string, args: string[]) => { command: string; args: string[] };

async function initialise(folder: string, password: string, call: Call, signal: AbortSignal) {
  const file = join(folder, 'password');
  // What an initdb that was cut off has left holds no data yet.
  rmSync(join(folder, 'cluster.new'), { recursive: true, force: true });
  writePrivate(file, password, 'postgres');
  const access = ['--username', USER, '--pwfile', '/data/password', '--auth', 'scram-sha-256'];
  const texts = ['--encoding', 'UTF8', '--locale-provider', 'builtin', '--locale', 'C.UTF-8'];
  const initdb = call('initdb', ['-D', '/data/cluster.new', ...access, ...texts]);
  await run(initdb.command, initdb.args, { env: plainEnvironment(), signal });
  renameSync(join(folder, 'cluster.new'), join(folder, 'cluster'));
  rmSync(file);
}

/**
 * The pid file of a killed server names a pid that another process may have by now; PostgreSQL would then
 * refuse to start. It is removed unless that process really works in this folder.
 */
function removeStaleLock(folder: string): void {
  const cluster = join(folder, 'cluster');
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!worksIn(pid, cluster)) rmSync(file, { force: true });
}

function worksIn(pid: number, folder: string): boolean {
  try {
    const there = statSync(`/proc/${pid}/cwd`);
    const here = statSync(folder);
    return there.ino === here.ino && there.dev === here.dev;
  } catch {
    return false;
  }
}

function settings(port: number): string {
  return [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    // This /tmp exists in the server's own mount namespace only: no other program finds the socket.
    "unix_socket_directories = '/tmp'",
    "documentdb.localhost_connection_string = 'host=/tmp'",
    "data_directory = '/data/cluster'",
    "hba_file = '/data/pg_hba.conf'",
    "ident_file = '/data/cluster/pg_ident.conf'",
    "shared_preload_libraries = 'pg_cron, pg_documentdb_core, pg_documentdb'",
    "cron.database_name = 'postgres'",
    // Jobs run as workers of the server: connections would need a password.
    'cron.use_background_workers = on',
    'max_worker_processes = 20',
    'max_connections = 100',
    "shared_buffers = '256MB'",
    // They run every other second.
    'cron.log_run = off',
    'cron.log_statement = off',
    "password_encryption = 'scram-sha-256'",
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    "lc_messages = 'C'",
    '',
  ].join('\n');
}
