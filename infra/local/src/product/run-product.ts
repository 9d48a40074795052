import { paint, say, took } from '../console.ts';
import { dataFolder } from '../paths.ts';
import { startPaypalSandbox } from '../servers/paypal-sandbox.ts';
import { provideServers, type Provided } from '../servers/provide.ts';
import { openSession, type Session } from '../session.ts';
import { together } from '../steps.ts';
import { untilAborted } from '../stop-signals.ts';
import { AdministratorNews } from './administrator-news.ts';
import { buildProduct } from './build.ts';
import { OBJECT_STORAGE } from './media-environment.ts';
import {
  addressFrom,
  firstAdministrator,
  hasPaypal,
  requireFree,
  webhookUrl,
  type Address,
  type FirstAdministrator,
  type ProductSettings,
} from './settings.ts';
import { startLate } from './start-late.ts';
import { services } from './services.ts';
import { canStart, startProduct } from './start-product.ts';

/** What `npm start` and `npm run dev` do differently. */
export interface Manner {
  mode: ProductSettings['mode'];
  gatewayPort: (session: Session, address: Address) => Promise<number>;
  /** Before the operator is told the address. */
  afterStart?: (session: Session, settings: ProductSettings) => Promise<void>;
  /** After that. */
  whileRunning?: (session: Session) => Promise<void>;
}

/** Brings the whole product up, tells how to reach it, and stops it all when the signal says so. */
export async function runProduct(signal: AbortSignal, manner: Manner): Promise<number> {
  const began = performance.now();
  const { env } = process;
  const address = addressFrom(env);
  const session = await openSession(env, dataFolder(env));
  let following: Promise<void> | undefined;
  let provided: Provided = { addresses: {}, late: undefined };
  try {
    await requireFree(address);
    await together(signal, buildProduct, async (stop) => {
      provided = await provideServers(session, stop);
    });
    const gatewayPort = await manner.gatewayPort(session, address);
    const standIn = { name: 'paypal-sandbox', webhookUrl: webhookUrl(address, gatewayPort) };
    const settings: ProductSettings = {
      operator: env,
      mode: manner.mode,
      servers: provided.addresses,
      dataFolder: session.dataFolder,
      secrets: session.secrets,
      address,
      gatewayPort,
      administrator: firstAdministrator(env),
      testPayments: hasPaypal(env) ? undefined : await startPaypalSandbox(session, standIn, signal),
    };
    const news = new AdministratorNews();
    const which = services.filter((service) => canStart(service, settings));
    await startProduct(session, settings, news, signal, { which });
    await manner.afterStart?.(session, settings);
    session.announce(address.origin);
    summarise(session, settings, news, took(began));
    const rest = services.filter((service) => !which.includes(service));
    following = startLate(provided.late, async (found) => {
      const complete = { ...settings, servers: { ...settings.servers, ...found } };
      await startProduct(session, complete, news, signal, { which: rest });
      for (const { name, wants, env: environment } of which)
        if (wants !== undefined && wants in found)
          await session.supervisor.restart(name, environment(complete));
    });
    await manner.whileRunning?.(session);
    await untilAborted(signal);
    return 0;
  } finally {
    // A build that is given up removes what it has made.
    await Promise.allSettled([provided.late, following]);
    await session.close();
  }
}

function summarise(
  session: Session,
  { address, administrator, servers, testPayments }: ProductSettings,
  news: AdministratorNews,
  time: string,
): void {
  const tellSignIn = () => signIn(administrator).forEach((line) => say(line));
  say();
  say(`${paint('green', '✔')} Running at ${paint('bold', address.origin)} (started in ${time})`);
  if (news.createdOr(tellSignIn)) tellSignIn();
  else say('  Administrator:  the account made at the first start');
  say(`  Sign-in:        ${address.origin}/admin-login`);
  if (testPayments !== undefined)
    say('  Payments:       test payments only: no PAYPAL_CLIENT_ID is set');
  if (!(OBJECT_STORAGE in servers))
    say('  Images:         follow by themselves when MinIO is built (once, some minutes)');
  say(`  Data and logs:  ${session.dataFolder}`);
  say('  To stop:        Ctrl-C');
  say();
}

/** The first administrator's sign-in, told once and only here. */
function signIn({ username, password, generated }: FirstAdministrator): string[] {
  if (!generated) return [`  Administrator:  ${username}, with the password from ADMIN_PASSWORD`];
  return [
    `  Administrator:  ${paint('bold', username)}`,
    `  Password:       ${paint('bold', password)}  (shown only now: change it after signing in)`,
  ];
}
