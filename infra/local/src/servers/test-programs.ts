import { join } from 'node:path';
import { repository } from '../paths.ts';
import type { LauncherSession } from '../session.ts';
import { step } from '../console.ts';
import type { ChildSpec } from '../supervisor/child.ts';
import { respondsWith } from './probe.ts';

/**
 * Starts a program of infra that stands for a service elsewhere.
 * @param readyUrl responds with 200 when it is ready
 */
function startProgram(
  { env, supervisor }: LauncherSession,
  title: string,
  readyUrl: string,
  program: Pick<ChildSpec, 'name' | 'env' | 'port' | 'quiet'> & { folder: string },
  signal: AbortSignal,
): Promise<void> {
  const spec = {
    ...program,
    command: process.execPath,
    args: ['src/main.ts'],
    cwd: join(repository, program.folder),
    env: { PATH: env['PATH'], ...program.env },
    isReady: () => respondsWith(readyUrl),
  };
  return step(title, () => supervisor.start(spec, signal));
}

/** Starts a mail server that shows what it is given and delivers nothing. */
export async function startMailCatcher(
  session: LauncherSession,
  signal: AbortSignal,
  quiet = false,
) {
  const port = await session.ports.claim(18_950);
  const smtpPort = await session.ports.claim(18_970);
  const pageUrl = `http://127.0.0.1:${port}`;
  const program = {
    name: 'mail-catcher',
    folder: 'infra/mail-catcher',
    env: { MAIL_CATCHER_PORT: String(port), MAIL_CATCHER_SMTP_PORT: String(smtpPort) },
    port,
    quiet,
  };
  const title = `Mail, caught and shown: ${pageUrl}`;
  await startProgram(session, title, `${pageUrl}/mails.json`, program, signal);
  return { smtpUrl: `smtp://127.0.0.1:${smtpPort}`, pageUrl };
}

/** Where mail is sent instead of being delivered, and where it can be read. */
export type MailCatcher = Awaited<ReturnType<typeof startMailCatcher>>;

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
) {
  const { dataFolder, env, ports, secrets } = session;
  const port = await ports.claim(18_900);
  const payments = {
    baseUrl: `http://127.0.0.1:${port}`,
    clientId: 'test-payments',
    /** At Razorpay also the secret of the webhook. */
    clientSecret: secrets.testPayments,
    razorpayKeyId: 'rzp_test_payments',
  };
  const account = webhookOrigin !== undefined && {
    PAYPAL_SANDBOX_CLIENT_ID: payments.clientId,
    PAYPAL_SANDBOX_CLIENT_SECRET: payments.clientSecret,
    PAYPAL_SANDBOX_WEBHOOK_URL: `${webhookOrigin}/paypal/webhook`,
    PAYPAL_SANDBOX_RAZORPAY_KEY_ID: payments.razorpayKeyId,
    PAYPAL_SANDBOX_RAZORPAY_WEBHOOK_URL: `${webhookOrigin}/razorpay/webhook`,
  };
  const program = {
    name,
    folder: 'infra/paypal-sandbox',
    env: {
      PAYPAL_SANDBOX_HOST: env['PAYPAL_SANDBOX_HOST'] || '127.0.0.1',
      PAYPAL_SANDBOX_PORT: String(port),
      PAYPAL_SANDBOX_DATA: join(dataFolder, name),
      PAYPAL_SANDBOX_PAGE_ORIGIN: env['PAYPAL_SANDBOX_PAGE_ORIGIN'],
      ...account,
    },
    port,
    quiet,
  };
  const title = `Test payments: ${payments.baseUrl}`;
  await startProgram(session, title, `${payments.baseUrl}/_health`, program, signal);
  return payments;
}

/** Address and credentials of the simulator of PayPal and Razorpay. */
export type TestPayments = Awaited<ReturnType<typeof startPaypalSandbox>>;
