import { findProgram } from '../command.ts';
import { LaunchError } from '../failure.ts';
import { waitForAll } from '../console.ts';
import { buildGoProgram, type GoProgram } from '../tools/go-program.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { placeInChroot, placeOnHost, plainEnvironment } from './backing-server.ts';
import { startPostgres } from './postgres.ts';
import { isMongoReady } from './probe.ts';

const DEFAULT_PORT = 27_017;

const USER = 'ctdb';

const FERRETDB: GoProgram = {
  name: 'ferretdb',
  module: 'github.com/FerretDB/FerretDB/v2/cmd/ferretdb',
  version: 'v2.7.0',
  alternative: 'your own MongoDB server: MONGODB_URI',
};

/** The database: MongoDB itself, or FerretDB on PostgreSQL. */
export const mongodb: BackingServer = {
  name: 'mongodb',
  title: 'MongoDB',
  variable: 'MONGODB_URI',
  defaultPort: DEFAULT_PORT,
  program: 'mongod',
  isMovable: true,
  local: [
    {
      folder: 'mongodb',
      findProgram: async () => findProgram('mongod'),
      start: (context, program = 'mongod') => startMongod(context, program),
    },
    {
      folder: 'postgres',
      privateLabel: 'FerretDB on PostgreSQL, from the private Debian',
      start: startFerretdb,
    },
  ],
  container: {
    service: 'mongo',
    toAddress: (port, { mongodb: secret }) => `mongodb://${USER}:${secret}@127.0.0.1:${port}/`,
    isReady: (address) => isMongoReady(address),
  },
};

/** Starts mongod with authentication. Returns its address. */
async function startMongod(context: ServerContext, program: string): Promise<string> {
  const { ports, secrets, supervisor, signal } = context;
  const { folder, toCall } = placeOnHost(context, 'mongodb');
  const port = await ports.claim(DEFAULT_PORT);
  const address = `127.0.0.1:${port}/`;
  const args = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--auth'];
  const open = `mongodb://${address}`;
  const spec = { name: 'mongodb', env: plainEnvironment(), port, quiet: true };
  const isReady = () => isMongoReady(open, { hello: 1 });
  await supervisor.start({ ...spec, ...toCall(program, args), isReady }, signal);
  const uri = `mongodb://${USER}:${secrets.mongodb}@${address}`;
  if (await isMongoReady(uri)) return uri;
  // A server without users lets a local client create the first one.
  const user = { createUser: USER, pwd: secrets.mongodb, roles: ['root'] };
  if ((await isMongoReady(open, user)) && (await isMongoReady(uri))) return uri;
  throw new LaunchError(
    'The MongoDB server does not take the password in secrets.json.',
    `Restore that file, or remove ${folder} to start with an empty database.`,
  );
}

/** Starts FerretDB, which speaks the protocol of MongoDB on PostgreSQL. Returns its address. */
async function startFerretdb(context: ServerContext): Promise<string> {
  const { cache, ports, supervisor, signal, debianRoot } = context;
  const [programs, postgres] = await waitForAll([
    buildGoProgram(cache, FERRETDB, debianRoot, signal),
    startPostgres(context),
  ]);
  const { toCall } = await placeInChroot(context, 'ferretdb', programs);
  const port = await ports.claim(DEFAULT_PORT);
  const { username, password } = new URL(postgres);
  const uri = `mongodb://${username}:${password}@127.0.0.1:${port}/`;
  const call = toCall('/programs/ferretdb', [
    `--listen-addr=127.0.0.1:${port}`,
    '--debug-addr=-',
    '--telemetry=disable',
    '--state-dir=/data',
    '--log-level=WARN',
  ]);
  await supervisor.start(
    {
      name: 'ferretdb',
      ...call,
      // Not an argument, because every user of the machine can read arguments.
      env: { ...plainEnvironment(), FERRETDB_POSTGRESQL_URL: postgres },
      port,
      quiet: true,
      isReady: () => isMongoReady(uri),
    },
    signal,
  );
  return uri;
}
