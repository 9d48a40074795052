import { findProgram } from '../command.ts';
import { LaunchError } from '../failure.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { placeOnHost, plainEnvironment } from './backing-server.ts';
import { startFerretdb } from './ferretdb.ts';
import { isMongoReady } from './probe.ts';

const DEFAULT_PORT = 27_017;

/** The database: mongod if it is on PATH, else FerretDB on PostgreSQL. */
export const mongodb: BackingServer = {
  title: 'MongoDB',
  variable: 'MONGODB_URI',
  defaultPort: DEFAULT_PORT,
  program: 'mongod',
  chrootSourceLabel: 'from the private Debian',
  findProgram: async () => findProgram('mongod'),
  start: (context, program) =>
    program === undefined ? startFerretdb(context, DEFAULT_PORT) : startMongod(context, program),
};

const USER = 'ctdb';

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
