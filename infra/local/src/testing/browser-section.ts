import { MongoClient } from 'mongodb';
import { AdministratorNews } from '../product/administrator-news.ts';
import { databaseName, webhookUrl, type ProductSettings } from '../product/settings.ts';
import { services } from '../product/services.ts';
import { startProduct } from '../product/start-product.ts';
import { randomPassword } from '../secrets.ts';
import { startPaypalSandbox } from '../servers/paypal-sandbox.ts';
import type { Session } from '../session.ts';
import { findChromium } from './chromium.ts';
import { readClosingLine, type Outcome } from './counts.ts';
import { runShown } from './run-shown.ts';
import type { Section } from './section.ts';

const LIMIT_MINUTES = 45;
const USUAL_PORT = 18_080;
const NAME = 'browser';
const PROGRAM = 'web/e2e/run.ts';
/** The servers may be the operator's own: the tests keep to databases, keys and queues of this name. */
const NAMESPACE = 'browser-tests';
/** One browser does in seconds what many visitors do in minutes. */
const LIMITS = {
  RATE_ANONYMOUS: '10000',
  RATE_SIGNED_IN: '100000',
  RATE_SIGN_IN: '1000',
  RATE_ORDER: '1000',
  SIGN_IN_ADDRESS_TRIES: '1000',
  // One sign-in serves them all, and a slow machine takes longer than fifteen minutes.
  ACCESS_TOKEN_SECONDS: '3600',
  REFRESH_IDLE_SECONDS: '7200',
};

/** The whole product as a visitor meets it: all processes, a real browser. */
export function browserSection(
  session: Session,
  servers: () => Promise<Record<string, string>>,
): Section {
  return {
    name: NAME,
    run: async ({ env, signal }) => {
      const chromium = await findChromium(env, signal);
      const addresses = await servers();
      await dropDatabases(addresses['MONGODB_URI'] ?? '');
      const port = await session.ports.claim(USUAL_PORT);
      const origin = `http://localhost:${port}`;
      const address = { host: '127.0.0.1', port, origin };
      const standIn = {
        name: 'paypal-sandbox',
        webhookUrl: webhookUrl(address, port),
        quiet: true,
      };
      const settings: ProductSettings = {
        operator: { ...env, ...LIMITS, PUBLIC_ORIGIN: origin },
        mode: 'production',
        servers: addresses,
        dataFolder: session.dataFolder,
        namespace: NAMESPACE,
        secrets: session.secrets,
        address,
        gatewayPort: port,
        administrator: { username: 'admin', password: randomPassword(), generated: false },
        testPayments: await startPaypalSandbox(session, standIn, signal),
      };
      await startProduct(session, settings, new AdministratorNews(), signal, { quiet: true });
      const { failure, lines } = await runShown(process.execPath, [PROGRAM], {
        name: NAME,
        env: {
          ...env,
          BASE_URL: origin,
          ADMIN_USERNAME: settings.administrator.username,
          ADMIN_PASSWORD: settings.administrator.password,
          CHROMIUM: chromium,
        },
        limitMinutes: LIMIT_MINUTES,
        signal,
      });
      return countBrowser(lines, failure);
    },
  };
}

/** A run begins with a new registry, whatever an earlier one has left. */
async function dropDatabases(uri: string): Promise<void> {
  const client = new MongoClient(uri);
  try {
    for (const { name } of services) await client.db(databaseName(name, NAMESPACE)).dropDatabase();
  } finally {
    await client.close();
  }
}

/** Counts the browser tests by their closing line. */
export function countBrowser(lines: string[], failure: string | undefined): Outcome {
  const counted = readClosingLine(lines);
  if (counted === undefined) {
    return { passed: 0, failed: 1, failures: [`${NAME}: ${failure ?? 'no closing line'}`] };
  }
  const { passed, failed } = counted;
  if (failed > 0) return { passed, failed, failures: [`${NAME}: ${failed} failed, see above`] };
  if (failure !== undefined) return { passed, failed: 1, failures: [`${NAME}: ${failure}`] };
  if (passed === 0) return { passed, failed: 1, failures: [`${NAME}: no test ran`] };
  return { passed, failed, failures: [] };
}
