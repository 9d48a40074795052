import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { color, elapsed, print, printBox, runAbortingOnError, untilAborted } from '../console.ts';
import {
  type MailCatcher,
  startMailCatcher,
  startPaypalSandbox,
  type TestPayments,
} from '../servers/test-programs.ts';
import { type Addresses, startAllServers } from '../servers/start-servers.ts';
import { type LauncherSession, withSession } from '../session.ts';
import { buildProduct } from './build.ts';
import { FirstAdministratorWatcher } from './first-administrator-watcher.ts';
import {
  readAddress,
  readFirstAdministrator,
  gatewayOrigin,
  hasPaymentCredentials,
  assertPortFree,
  type Address,
  type FirstAdministrator,
  type ProductSettings,
} from './settings.ts';
import { startProduct } from './start-product.ts';

/** Differences between `npm start` and `npm run dev`. */
export interface RunOptions {
  mode: ProductSettings['mode'];
  gatewayPort: (session: LauncherSession, address: Address) => Promise<number>;
  /** Runs before the summary is printed. */
  afterStart?: (session: LauncherSession, settings: ProductSettings) => Promise<void>;
  /** Runs after the summary is printed. */
  whileRunning?: (session: LauncherSession) => Promise<void>;
}

/** Starts the product, prints a summary, and stops everything after the abort. */
export function runProduct(signal: AbortSignal, options: RunOptions): Promise<number> {
  const startedAt = performance.now();
  const { env } = process;
  const address = readAddress(env);
  // Logs are in files. On the screen they would hide what the launcher prints.
  const quiet = options.mode === 'production' && !env['LOG_LEVEL'];
  return withSession(async (session) => {
    await assertPortFree(address);
    const gatewayPort = await options.gatewayPort(session, address);
    const webhookOrigin = gatewayOrigin(address, gatewayPort);
    const simulator = { name: 'paypal-sandbox', webhookOrigin, quiet };
    let servers: Addresses = {};
    let testPayments: TestPayments | undefined;
    let mailCatcher: MailCatcher | undefined;
    await runAbortingOnError(
      signal,
      buildProduct,
      async (stop) => {
        servers = await startAllServers(session, stop);
      },
      async (stop) => {
        if (!hasPaymentCredentials(env))
          testPayments = await startPaypalSandbox(session, simulator, stop);
        if (!env['SMTP_URL']) mailCatcher = await startMailCatcher(session, stop, quiet);
      },
    );
    const settings: ProductSettings = {
      operator: env,
      mode: options.mode,
      servers,
      dataFolder: session.dataFolder,
      secrets: session.secrets,
      address,
      gatewayPort,
      administrator: readFirstAdministrator(env),
      testPayments,
      mailCatcher,
    };
    const watcher = new FirstAdministratorWatcher();
    try {
      await startProduct(session, settings, watcher, signal, { quiet });
    } catch (error) {
      // A generated password is shown once, also if another process does not start.
      if (watcher.onCreated(() => undefined)) printBox(signInLines(settings.administrator));
      throw error;
    }
    await options.afterStart?.(session, settings);
    session.recordAddress(address.origin);
    printSummary(session, settings, watcher, elapsed(startedAt));
    await options.whileRunning?.(session);
    await untilAborted(signal);
    return 0;
  });
}

function printSummary(
  session: LauncherSession,
  { address, administrator, testPayments, mailCatcher }: ProductSettings,
  watcher: FirstAdministratorWatcher,
  duration: string,
): void {
  const isNew = watcher.onCreated(() => printBox(signInLines(administrator)));
  print();
  printBox([
    `${color('green', '✔')} Running at ${color('bold', address.origin)} (started in ${duration})`,
    '',
    ...(isNew
      ? signInLines(administrator)
      : ['Administrator:  the account made at the first start']),
    `Sign-in:        ${address.origin}/admin-login`,
    ...(testPayments === undefined
      ? []
      : ['Payments:       test payments only: no PAYPAL_CLIENT_ID or RAZORPAY_KEY_ID is set']),
    ...(mailCatcher === undefined
      ? []
      : [`Mail:           caught, shown at ${mailCatcher.pageUrl}: no SMTP_URL is set`]),
    `Data:           ${session.dataFolder}`,
    `Logs:           ${join(session.dataFolder, 'logs')}`,
    'To stop:        Ctrl-C',
  ]);
}

/** The sign-in of the first administrator. It is printed once. */
function signInLines({ username, password, generated }: FirstAdministrator): string[] {
  if (!generated) return [`Administrator:  ${username}, with the password from ADMIN_PASSWORD`];
  return [
    `Administrator:  ${color('bold', username)}`,
    `Password:       ${color('bold', password)}  (shown only now: choose another at the first sign-in)`,
  ];
}

/** `npm start`: the whole product, until Ctrl-C. */
export function start(signal: AbortSignal): Promise<number> {
  return runProduct(signal, {
    mode: 'production',
    gatewayPort: async (_session, { port }) => port,
  });
}

/** Only the backing servers, to run tests or a service by hand. */
export function servers(signal: AbortSignal): Promise<number> {
  return withSession(async (session) => {
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
  });
}
