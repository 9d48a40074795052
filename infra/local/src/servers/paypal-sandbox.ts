import { join } from 'node:path';
import { repository } from '../paths.ts';
import type { Session } from '../session.ts';
import { step } from '../steps.ts';

const FOLDER = 'infra/paypal-sandbox';
const USUAL_PORT = 18_900;

/** What the product needs to take test payments. */
export interface TestPayments {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  webhookId: string;
}

/** What one stand-in is started for; several may run beside each other. */
export interface StandInOptions {
  /** Of the process, its log and its data folder. */
  name: string;
  /** Where its webhooks go; without one, whoever uses it says so by itself. */
  webhookUrl?: string;
  quiet?: boolean;
}

/** PayPal's stand-in, on a port of its own; what was paid there outlives it. */
export async function startPaypalSandbox(
  session: Session,
  { name, webhookUrl, quiet = false }: StandInOptions,
  signal: AbortSignal,
): Promise<TestPayments> {
  const port = await session.ports.claim(USUAL_PORT);
  const payments: TestPayments = {
    baseUrl: `http://127.0.0.1:${port}`,
    clientId: 'test-payments',
    clientSecret: session.secrets.testPayments,
    webhookId: 'TESTPAYMENTS',
  };
  const { env } = session;
  await step(`Test payments: ${payments.baseUrl}`, () =>
    session.supervisor.start(
      {
        name,
        command: process.execPath,
        args: ['src/main.ts'],
        cwd: join(repository, FOLDER),
        env: {
          PATH: env['PATH'],
          PAYPAL_SANDBOX_HOST: env['PAYPAL_SANDBOX_HOST'] || '127.0.0.1',
          PAYPAL_SANDBOX_PORT: String(port),
          PAYPAL_SANDBOX_DATA: join(session.dataFolder, name),
          PAYPAL_SANDBOX_PAGE_ORIGIN: env['PAYPAL_SANDBOX_PAGE_ORIGIN'],
          ...(webhookUrl === undefined ? {} : accountOf(payments, webhookUrl)),
        },
        port,
        quiet,
        isReady: () => answers(`${payments.baseUrl}/_health`),
      },
      signal,
    ),
  );
  return payments;
}

function accountOf({ clientId, clientSecret, webhookId }: TestPayments, url: string) {
  return {
    PAYPAL_SANDBOX_CLIENT_ID: clientId,
    PAYPAL_SANDBOX_CLIENT_SECRET: clientSecret,
    PAYPAL_SANDBOX_WEBHOOK_ID: webhookId,
    PAYPAL_SANDBOX_WEBHOOK_URL: url,
  };
}

async function answers(address: string): Promise<boolean> {
  const response = await fetch(address, { signal: AbortSignal.timeout(1_000) });
  await response.body?.cancel();
  return response.ok;
}
