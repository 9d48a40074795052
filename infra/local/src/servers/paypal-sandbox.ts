import { join } from 'node:path';
import { repository } from '../paths.ts';
import type { LauncherSession } from '../session.ts';
import { step } from '../steps.ts';
import { respondsWith } from './probe.ts';

const FOLDER = 'infra/paypal-sandbox';
const DEFAULT_PORT = 18_900;

/** Address and credentials of the simulator of PayPal and Razorpay. */
export interface TestPayments {
  baseUrl: string;
  clientId: string;
  /** At Razorpay also the secret of the webhook. */
  clientSecret: string;
  razorpayKeyId: string;
}

export interface SimulatorOptions {
  /** Name of the process, its log and its data folder. */
  name: string;
  /** Origin of the receiver of webhooks. Without it, each account registers its own. */
  webhookOrigin?: string;
  quiet?: boolean;
}

/** Starts the simulator of PayPal and Razorpay. Its payments are stored in the data folder. */
export async function startPaypalSandbox(
  session: LauncherSession,
  { name, webhookOrigin, quiet = false }: SimulatorOptions,
  signal: AbortSignal,
): Promise<TestPayments> {
  const port = await session.ports.claim(DEFAULT_PORT);
  const payments: TestPayments = {
    baseUrl: `http://127.0.0.1:${port}`,
    clientId: 'test-payments',
    clientSecret: session.secrets.testPayments,
    razorpayKeyId: 'rzp_test_payments',
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
          ...(webhookOrigin === undefined ? {} : accountEnvironment(payments, webhookOrigin)),
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

function accountEnvironment(payments: TestPayments, origin: string) {
  const { clientId, clientSecret, razorpayKeyId } = payments;
  return {
    PAYPAL_SANDBOX_CLIENT_ID: clientId,
    PAYPAL_SANDBOX_CLIENT_SECRET: clientSecret,
    PAYPAL_SANDBOX_WEBHOOK_URL: `${origin}/paypal/webhook`,
    PAYPAL_SANDBOX_RAZORPAY_KEY_ID: razorpayKeyId,
    PAYPAL_SANDBOX_RAZORPAY_WEBHOOK_URL: `${origin}/razorpay/webhook`,
  };
}
