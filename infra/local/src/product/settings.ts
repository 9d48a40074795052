import { LaunchError } from '../failure.ts';
import { explainListenError, findListenError } from '../../bin/machine.mjs';
import { randomPassword, type Secrets } from '../secrets.ts';
import type { MailCatcher, TestPayments } from '../servers/test-programs.ts';

const DEFAULT_PORT = 8080;
const PASSWORD_LENGTH = 20;

/** Settings from which the environments of the services are made. */
export interface ProductSettings {
  operator: NodeJS.ProcessEnv;
  mode: 'production' | 'development';
  /** Addresses of the backing servers by environment variable, with the credentials that are not part of one. */
  servers: Record<string, string>;
  dataFolder: string;
  secrets: Secrets;
  /** The address for browsers. */
  address: Address;
  /** Port of the gateway. In development the browser uses another one. */
  gatewayPort: number;
  administrator: FirstAdministrator;
  /** The simulator of PayPal and Razorpay; undefined if credentials of one of them are set. */
  testPayments: TestPayments | undefined;
  /** Undefined if a mail server is set. */
  mailCatcher: MailCatcher | undefined;
  /** On servers of the operator: separates databases, buckets, keys and queues of this run from all others there. */
  namespace?: string;
}

/** @throws LaunchError when PORT is not a port number */
export function readAddress(env: NodeJS.ProcessEnv) {
  const text = env['PORT'] || String(DEFAULT_PORT);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new LaunchError(`PORT is "${text}": it must be a number from 1 to 65535.`);
  }
  return {
    host: env['HOST'] || '127.0.0.1',
    port,
    /** The origin in the browser. */
    origin: env['PUBLIC_ORIGIN'] || `http://localhost:${port}`,
  };
}

/** The public address of the product. */
export type Address = ReturnType<typeof readAddress>;

/** @throws LaunchError if the gateway cannot listen */
export async function assertPortFree({ host, port }: Address): Promise<void> {
  const code = await findListenError(port, host);
  if (code === undefined) return;
  const [message, setting] = explainListenError(code, port, host);
  throw new LaunchError(message, `Choose another: ${setting} npm start`);
}

/** The administrator of a new database, whose password is generated unless it is given. */
export function readFirstAdministrator(env: NodeJS.ProcessEnv) {
  const given = env['ADMIN_PASSWORD'];
  const length = Math.max(PASSWORD_LENGTH, Number(env['PASSWORD_MIN_LENGTH']) || 0);
  return {
    username: env['ADMIN_USERNAME'] || 'admin',
    password: given || randomPassword(length),
    /** Whether the password was generated and must be shown. */
    generated: !given,
  };
}

/** See {@link readFirstAdministrator}. */
export type FirstAdministrator = ReturnType<typeof readFirstAdministrator>;

/** Whether a payment provider is used instead of the simulator. */
export function hasPaymentCredentials(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env['PAYPAL_CLIENT_ID'] || env['RAZORPAY_KEY_ID']);
}

/** The gateway's origin on this machine, because the public address may not be reachable from it. */
export function gatewayOrigin({ host, port }: Address, gatewayPort: number): string {
  const isLoopback = gatewayPort !== port || ['0.0.0.0', '::', 'localhost'].includes(host);
  const name = host.includes(':') ? `[${host}]` : host;
  return new URL(`http://${isLoopback ? '127.0.0.1' : name}:${gatewayPort}`).origin;
}
