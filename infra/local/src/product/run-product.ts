import { color, print, elapsed } from '../console.ts';
import { formatError, StoppedError } from '../failure.ts';
import { dataFolder } from '../paths.ts';
import { startMailCatcher } from '../servers/mail-catcher.ts';
import { startPaypalSandbox } from '../servers/paypal-sandbox.ts';
import type { Addresses } from '../servers/start-servers.ts';
import { startServers, type StartedServers } from '../servers/start-servers.ts';
import { openSession, type LauncherSession } from '../session.ts';
import { runAbortingOnError } from '../steps.ts';
import { untilAborted } from '../stop-signals.ts';
import { buildProduct } from './build.ts';
import { FirstAdministratorWatcher } from './first-administrator-watcher.ts';
import { S3_ENDPOINT_VARIABLE, services } from './services.ts';
import {
  readAddress,
  readFirstAdministrator,
  gatewayOrigin,
  hasMailServer,
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
export async function runProduct(signal: AbortSignal, options: RunOptions): Promise<number> {
  const startedAt = performance.now();
  const { env } = process;
  const address = readAddress(env);
  const session = await openSession(env, dataFolder(env));
  let pendingStart: Promise<void> | undefined;
  let started: StartedServers = { addresses: {}, pendingAddresses: undefined };
  try {
    await assertPortFree(address);
    await runAbortingOnError(signal, buildProduct, async (stop) => {
      started = await startServers(session, stop);
    });
    const gatewayPort = await options.gatewayPort(session, address);
    const webhookOrigin = gatewayOrigin(address, gatewayPort);
    const simulator = { name: 'paypal-sandbox', webhookOrigin };
    const settings: ProductSettings = {
      operator: env,
      mode: options.mode,
      servers: started.addresses,
      dataFolder: session.dataFolder,
      secrets: session.secrets,
      address,
      gatewayPort,
      administrator: readFirstAdministrator(env),
      testPayments: hasPaymentCredentials(env)
        ? undefined
        : await startPaypalSandbox(session, simulator, signal),
      mailCatcher: hasMailServer(env) ? undefined : await startMailCatcher(session, signal),
    };
    const watcher = new FirstAdministratorWatcher();
    const { servers } = settings;
    const which = services.filter(({ requires }) => !requires || requires in servers);
    await startProduct(session, settings, watcher, signal, { which });
    await options.afterStart?.(session, settings);
    session.recordAddress(address.origin);
    printSummary(session, settings, watcher, elapsed(startedAt));
    const rest = services.filter((service) => !which.includes(service));
    pendingStart = startWhenAvailable(started.pendingAddresses, async (found) => {
      const complete = { ...settings, servers: { ...settings.servers, ...found } };
      await startProduct(session, complete, watcher, signal, { which: rest });
      for (const { name, optional, env: environment } of which)
        if (optional !== undefined && optional in found)
          await session.supervisor.restart(name, environment(complete));
    });
    await options.whileRunning?.(session);
    await untilAborted(signal);
    return 0;
  } finally {
    // A stopped build removes its draft.
    await Promise.allSettled([started.pendingAddresses, pendingStart]);
    await session.close();
  }
}

function printSummary(
  session: LauncherSession,
  { address, administrator, servers, testPayments, mailCatcher }: ProductSettings,
  watcher: FirstAdministratorWatcher,
  duration: string,
): void {
  const printSignIn = () => signInLines(administrator).forEach((line) => print(line));
  print();
  print(
    `${color('green', '✔')} Running at ${color('bold', address.origin)} (started in ${duration})`,
  );
  if (watcher.onCreated(printSignIn)) printSignIn();
  else print('  Administrator:  the account made at the first start');
  print(`  Sign-in:        ${address.origin}/admin-login`);
  if (testPayments !== undefined)
    print('  Payments:       test payments only: no PAYPAL_CLIENT_ID or RAZORPAY_KEY_ID is set');
  if (mailCatcher !== undefined)
    print(`  Mail:           caught, shown at ${mailCatcher.pageUrl}: no SMTP_URL is set`);
  if (!(S3_ENDPOINT_VARIABLE in servers))
    print(
      '  Images:         available after MinIO has been built (first start only, some minutes)',
    );
  print(`  Data and logs:  ${session.dataFolder}`);
  print('  To stop:        Ctrl-C');
  print();
}

/** The sign-in of the first administrator. It is printed once. */
function signInLines({ username, password, generated }: FirstAdministrator): string[] {
  if (!generated) return [`  Administrator:  ${username}, with the password from ADMIN_PASSWORD`];
  return [
    `  Administrator:  ${color('bold', username)}`,
    `  Password:       ${color('bold', password)}  (shown only now: you choose another at the first sign-in)`,
  ];
}

/**
 * Starts the services that wait for a server whose build takes minutes. A failure is printed and the rest keeps
 * running. Never rejects.
 */
export async function startWhenAvailable(
  pendingAddresses: Promise<Addresses> | undefined,
  start: (found: Addresses) => Promise<void>,
): Promise<void> {
  if (pendingAddresses === undefined) return;
  try {
    await start(await pendingAddresses);
    print(`${color('green', '✔')} Images and their backups are available now.`);
  } catch (error) {
    if (error instanceof StoppedError) return;
    print(`${color('red', '✖')} Images and their backups are not available; everything else is.`);
    print(`  ${formatError(error)}`);
  }
}

/** `npm start`: the whole product, until Ctrl-C. */
export function start(signal: AbortSignal): Promise<number> {
  return runProduct(signal, {
    mode: 'production',
    gatewayPort: async (_session, { port }) => port,
  });
}
