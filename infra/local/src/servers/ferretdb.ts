import { waitForAll } from '../steps.ts';
import { buildGoProgram, type GoProgram } from '../tools/go-program.ts';
import type { ServerContext } from './backing-server.ts';
import { placeInChroot, plainEnvironment } from './backing-server.ts';
import { isMongoReady } from './probe.ts';
import { startPostgres } from './postgres.ts';

const PROGRAM: GoProgram = {
  name: 'ferretdb',
  module: 'github.com/FerretDB/FerretDB/v2/cmd/ferretdb',
  version: 'v2.7.0',
  alternative: 'your own MongoDB server: MONGODB_URI',
};

/** Starts FerretDB, which speaks the protocol of MongoDB on PostgreSQL. Returns its address. */
export async function startFerretdb(context: ServerContext, defaultPort: number): Promise<string> {
  const { cache, ports, supervisor, signal, debianRoot } = context;
  const [programs, postgres] = await waitForAll([
    buildGoProgram(cache, PROGRAM, debianRoot, signal),
    startPostgres(context),
  ]);
  const { toCall } = await placeInChroot(context, 'ferretdb', programs);
  const port = await ports.claim(defaultPort);
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
