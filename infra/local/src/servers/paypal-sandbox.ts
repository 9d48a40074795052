import { join } from 'node:path';
import { repository } from '../paths.ts';
import type { LauncherSession } from '../session.ts';
import { step } from '../steps.ts';
import { respondsWith } from './probe.ts';

const FOLDER = 'infra/paypal-sandbox';
const DEFAULT_PORT = 18_900;

/** Address and credentials of the PayPal simulator. */
export interface TestPayments {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  webhookId: string;
}

export interface SimulatorOptions {
  /** Name of the process, its log and its data folder. */
  name: string;
  /** Receiver of webhooks. Without it, each account registers its own. */
  webhookUrl?: string;
  quiet?: boolean;
}

/** Starts the PayPal simulator. Its payments are stored in the data folder. */
export async function startPaypalSandbox(
  session: LauncherSession,
  { name, webhookUrl, quiet = false }: SimulatorOptions,
  signal: AbortSignal,
): Promise<TestPayments> {
  const port = await session.ports.claim(DEFAULT_PORT);
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
          ...(webhookUrl === undefined ? {} : accountEnvironment(payments, webhookUrl)),
        },
        port,
        quiet,
        isReady: () => respondsWith(`${payments.baseUrl}/_health`),
      },
      signal,
    ),
  );
  return payments;
}

function accountEnvironment({ clientId, clientSecret, webhookId }: TestPayments, url: string) {
  return {
    PAYPAL_SANDBOX_CLIENT_ID: clientId,
    PAYPAL_SANDBOX_CLIENT_SECRET: clientSecret,
    PAYPAL_SANDBOX_WEBHOOK_ID: webhookId,
    PAYPAL_SANDBOX_WEBHOOK_URL: url,
  };
}
