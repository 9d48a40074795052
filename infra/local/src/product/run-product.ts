import { paint, say, took } from '../console.ts';
import { dataFolder } from '../paths.ts';
import { startPaypalSandbox } from '../servers/paypal-sandbox.ts';
import { provideServers } from '../servers/provide.ts';
import { openSession, type Session } from '../session.ts';
import { together } from '../steps.ts';
import { untilAborted } from '../stop-signals.ts';
import { AdministratorNews } from './administrator-news.ts';
import { buildProduct } from './build.ts';
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
import { startProduct } from './start-product.ts';

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
  try {
    await requireFree(address);
    let servers: Record<string, string> = {};
    await together(signal, buildProduct, async (stop) => {
      servers = await provideServers(session, stop);
    });
    const gatewayPort = await manner.gatewayPort(session, address);
    const standIn = { name: 'paypal-sandbox', webhookUrl: webhookUrl(address, gatewayPort) };
    const settings: ProductSettings = {
      operator: env,
      mode: manner.mode,
      servers,
      secrets: session.secrets,
      address,
      gatewayPort,
      administrator: firstAdministrator(env),
      testPayments: hasPaypal(env) ? undefined : await startPaypalSandbox(session, standIn, signal),
    };
    const news = new AdministratorNews();
    await startProduct(session, settings, news, signal);
    await manner.afterStart?.(session, settings);
    session.announce(address.origin);
    summarise(session, settings, news, took(began));
    await manner.whileRunning?.(session);
    await untilAborted(signal);
    return 0;
  } finally {
    await session.close();
  }
}

function summarise(
  session: Session,
  { address, administrator, testPayments }: ProductSettings,
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
