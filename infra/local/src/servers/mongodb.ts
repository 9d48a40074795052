import { MongoClient } from 'mongodb';
import { findProgram } from '../command.ts';
import { LaunchError } from '../failure.ts';
import type { BackingServer, ServerContext } from './backing-server.ts';
import { plainEnvironment, serverFolder } from './backing-server.ts';
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
  startFromPath: (context, program) => startMongod(context, program, DEFAULT_PORT),
  startInChroot: (context) => startFerretdb(context, DEFAULT_PORT),
};

const USER = 'ctdb';

/** Starts mongod with authentication. Returns its address. */
export async function startMongod(
  context: ServerContext,
  program: string,
  usualPort: number,
): Promise<string> {
  const { dataFolder, ports, secrets, supervisor, signal } = context;
  const folder = serverFolder(dataFolder, 'mongodb');
  const port = await ports.claim(usualPort);
  const address = `127.0.0.1:${port}/`;
  const args = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--auth'];
  const isReady = () => isMongodReady(`mongodb://${address}`);
  const env = plainEnvironment();
  const spec = { name: 'mongodb', command: program, args, env, port, quiet: true, isReady };
  await supervisor.start(spec, signal);
  const uri = `mongodb://${USER}:${secrets.mongodb}@${address}`;
  if (!(await isMongoReady(uri))) await createUser(`mongodb://${address}`, secrets.mongodb);
  if (await isMongoReady(uri)) return uri;
  throw new LaunchError(
    'The MongoDB server does not take the password in secrets.json.',
    `Restore that file, or remove ${folder} to start with an empty database.`,
  );
}

async function isMongodReady(uri: string): Promise<boolean> {
  return withClient(uri, async (client) => {
    await client.db('admin').command({ hello: 1 });
    return true;
  });
}

/** A server without users lets a local client create the first one. */
async function createUser(uri: string, password: string): Promise<void> {
  await withClient(uri, (client) =>
    client.db('admin').command({ createUser: USER, pwd: password, roles: ['root'] }),
  );
}

async function withClient<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 500, directConnection: true });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
