import { findProgram } from '../command.ts';
import { LaunchError } from '../failure.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { placeOnHost, plainEnvironment } from './backing-server.ts';
import { startFerretdb } from './ferretdb.ts';
import { isMongoReady } from './probe.ts';

const DEFAULT_PORT = 27_017;

const USER = 'ctdb';

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
      start: (context) => startFerretdb(context, DEFAULT_PORT),
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
