/**
 * `npm run test:schemathesis`: starts a product of its own, and sends it the requests that schemathesis
 * makes of its OpenAPI document. `-- --help` shows the options of schemathesis, which can be added.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ACCOUNT, Product, startServers } from '@ctdb/bench/product';
import {
  buildOnce,
  createStopSignal,
  formatError,
  openTemporarySession,
  runCommand,
  step,
  type LauncherSession,
} from '@ctdb/launcher';

/** Its packages are pinned in requirements.txt; another name makes a new folder. */
const FOLDER = 'schemathesis-4.32.5';
const requirements = fileURLToPath(new URL('../requirements.txt', import.meta.url));
const config = fileURLToPath(new URL('../schemathesis.toml', import.meta.url));

/** Names are asked for on this machine alone, where no name server is. */
const SETTINGS = { DNS_SERVERS: '127.0.0.1:9' };

/** The folder of schemathesis, installed once per machine. */
const install = (cache: string, signal: AbortSignal): Promise<string> =>
  buildOnce(cache, FOLDER, async (draft) => {
    mkdirSync(draft);
    const args = ['-m', 'pip', 'install', '--quiet', '--target', draft, '-r', requirements];
    await runCommand('python3', args, {
      signal,
      hints: ['It needs Python 3.10 or later with pip.'],
    });
  });

async function run(session: LauncherSession, signal: AbortSignal): Promise<void> {
  const folder = await step('Installing schemathesis (once)', () => install(session.cache, signal));
  const addresses = await startServers(session, signal);
  const product = await step('Starting the product', () =>
    Product.start(session, addresses, signal, SETTINGS),
  );
  const { origin } = await product.createTarget(1);
  const url = `${origin}/api/openapi.json`;
  const args = ['-m', 'schemathesis.cli', '--config-file', config, 'run', url];
  await runCommand('python3', [...args, ...process.argv.slice(2)], {
    cwd: session.dataFolder,
    env: {
      ...process.env,
      PYTHONPATH: folder,
      USERNAME: ACCOUNT.username,
      PASSWORD: ACCOUNT.password,
    },
    signal,
    onLine: console.log,
    title: 'schemathesis',
    selectLines: () => [],
  });
}

const signal = createStopSignal();
try {
  const session = await openTemporarySession(process.env, 'schemathesis-runs');
  try {
    await run(session, signal);
  } finally {
    await session.close();
  }
} catch (error) {
  console.log(signal.aborted ? 'Stopped.' : formatError(error));
  process.exitCode = signal.aborted ? 130 : 1;
}
// Exits even if a connection is still open.
process.exit();
