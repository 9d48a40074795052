import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { say } from '../console.ts';
import { dataFolder } from '../paths.ts';
import { startPaypalSandbox } from '../servers/paypal-sandbox.ts';
import { provideAll } from '../servers/provide.ts';
import { openSession } from '../session.ts';
import { untilAborted } from '../stop-signals.ts';

/** Only the backing servers, for running tests or a single service by hand. */
export async function servers(signal: AbortSignal): Promise<number> {
  const session = await openSession(process.env, dataFolder(process.env));
  try {
    const addresses = await provideAll(session, signal);
    const { baseUrl } = await startPaypalSandbox(session, { name: 'paypal-sandbox' }, signal);
    const lines = Object.entries({ ...addresses, PAYPAL_BASE_URL: baseUrl }).map(
      ([name, value]) => `${name}=${value}\n`,
    );
    const file = join(session.dataFolder, 'servers.env');
    writeFileSync(file, lines.join(''), { mode: 0o600 });
    say(`The servers run; their addresses are in ${file}. Ctrl-C stops them.`);
    await untilAborted(signal);
    return 0;
  } finally {
    await session.close();
  }
}
