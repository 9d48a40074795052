import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { print } from '../console.ts';
import { dataFolder } from '../paths.ts';
import { startPaypalSandbox } from '../servers/paypal-sandbox.ts';
import { startAllServers } from '../servers/start-servers.ts';
import { openSession } from '../session.ts';
import { untilAborted } from '../stop-signals.ts';

/** Only the backing servers, to run tests or a service by hand. */
export async function servers(signal: AbortSignal): Promise<number> {
  const session = await openSession(process.env, dataFolder(process.env));
  try {
    const addresses = await startAllServers(session, signal);
    const { baseUrl } = await startPaypalSandbox(session, { name: 'paypal-sandbox' }, signal);
    const lines = Object.entries({ ...addresses, PAYPAL_BASE_URL: baseUrl }).map(
      ([name, value]) => `${name}=${value}\n`,
    );
    const file = join(session.dataFolder, 'servers.env');
    writeFileSync(file, lines.join(''), { mode: 0o600 });
    print(`The servers are running. Their addresses are in ${file}. Ctrl-C stops them.`);
    await untilAborted(signal);
    return 0;
  } finally {
    await session.close();
  }
}
