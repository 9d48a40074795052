import { allEnded } from '../steps.ts';
import { goProgram, type GoProgram } from '../tools/go-program.ts';
import { insideRoot } from '../tools/enter-root.ts';
import type { ServerContext } from './backing-server.ts';
import { plainEnvironment, serverFolder } from './folders.ts';
import { isMongoReady } from './mongo-probe.ts';
import { startPostgres } from './postgres.ts';

const PROGRAM: GoProgram = {
  name: 'ferretdb',
  module: 'github.com/FerretDB/FerretDB/v2/cmd/ferretdb',
  version: 'v2.7.0',
  instead: 'a MongoDB server of your own: MONGODB_URI',
};

/** MongoDB's protocol on PostgreSQL, for machines without a MongoDB server. Returns its address. */
export async function startFerretdb(context: ServerContext, usualPort: number): Promise<string> {
  const { cache, dataFolder, ports, supervisor, signal, debianRoot } = context;
  const [programs, postgres, root] = await allEnded([
    goProgram(cache, PROGRAM, debianRoot, signal),
    startPostgres(context),
    debianRoot(),
  ]);
  const data = serverFolder(dataFolder, 'ferretdb', 'ferretdb');
  const port = await ports.claim(usualPort);
  const { username, password } = new URL(postgres);
  const uri = `mongodb://${username}:${password}@127.0.0.1:${port}/`;
  const call = insideRoot({ root, user: 'ferretdb', data, programs }, '/programs/ferretdb', [
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
      // Given here and not as an argument: arguments are seen by every user of the machine.
      env: { ...plainEnvironment(), FERRETDB_POSTGRESQL_URL: postgres },
      port,
      quiet: true,
      isReady: () => isMongoReady(uri),
    },
    signal,
  );
  return uri;
}
