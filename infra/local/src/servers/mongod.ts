import { MongoClient } from 'mongodb';
import { LaunchError } from '../failure.ts';
import type { ServerContext } from './backing-server.ts';
import { plainEnvironment, serverFolder } from './folders.ts';
import { isMongoReady } from './mongo-probe.ts';

const USER = 'ctdb';

/** A MongoDB server found on PATH, with sign-in. Returns its address. */
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
  const isReady = () => answersHello(`mongodb://${address}`);
  const env = plainEnvironment();
  const spec = { name: 'mongodb', command: program, args, env, port, quiet: true, isReady };
  await supervisor.start(spec, signal);
  const uri = `mongodb://${USER}:${secrets.mongodb}@${address}`;
  if (!(await isMongoReady(uri))) await createUser(`mongodb://${address}`, secrets.mongodb);
  if (await isMongoReady(uri)) return uri;
  throw new LaunchError(
    'The MongoDB server does not take the password in secrets.json.',
    `Restore that file, or remove ${folder} to start anew.`,
  );
}

async function answersHello(uri: string): Promise<boolean> {
  return withClient(uri, async (client) => {
    await client.db('admin').command({ hello: 1 });
    return true;
  });
}

/** A server with sign-in and no user yet lets a local client make the first one. */
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
