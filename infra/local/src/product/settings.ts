import { LaunchError } from '../failure.ts';
import { isFree } from '../ports.ts';
import { randomPassword, type Secrets } from '../secrets.ts';
import type { TestPayments } from '../servers/paypal-sandbox.ts';

const USUAL_PORT = 8080;
const PASSWORD_LENGTH = 20;

/** Where the product is reached, as the operator's environment says. */
export interface Address {
  host: string;
  port: number;
  /** What the browser shows in its address line. */
  origin: string;
}

/** The sign-in that a new database gets. */
export interface FirstAdministrator {
  username: string;
  password: string;
  /** Whether we made the password up, so that the operator has to be told. */
  generated: boolean;
}

/** All that the services' environments are made of. */
export interface ProductSettings {
  operator: NodeJS.ProcessEnv;
  mode: 'production' | 'development';
  /** Addresses of the backing servers by environment variable, with the credentials that are not part of one. */
  servers: Record<string, string>;
  /** Where this machine's data are kept. */
  dataFolder: string;
  secrets: Secrets;
  /** What the browser talks to. */
  address: Address;
  /** Where the gateway listens; in development another port than the browser's. */
  gatewayPort: number;
  administrator: FirstAdministrator;
  /** PayPal's stand-in; undefined where the operator has given credentials for PayPal itself. */
  testPayments: TestPayments | undefined;
  /** Keeps this run's databases and queues apart from others on the same servers. */
  namespace?: string;
}

/** The name of a service's database. */
export function databaseName(service: string, namespace: string | undefined): string {
  return namespace === undefined ? service : `${namespace}-${service}`;
}

/** @throws LaunchError when PORT is not a port number */
export function addressFrom(env: NodeJS.ProcessEnv): Address {
  const text = env['PORT'] || String(USUAL_PORT);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new LaunchError(`PORT is "${text}": it must be a number from 1 to 65535.`);
  }
  const host = env['HOST'] || '127.0.0.1';
  return { host, port, origin: env['PUBLIC_ORIGIN'] || `http://localhost:${port}` };
}

/** @throws LaunchError when another program listens there */
export async function requireFree({ host, port }: Address): Promise<void> {
  if (await isFree(port, host)) return;
  throw new LaunchError(
    `Port ${port} is used by another program.`,
    `Stop that one, or choose another port: PORT=${port + 1} npm start`,
  );
}

export function firstAdministrator(env: NodeJS.ProcessEnv): FirstAdministrator {
  const username = env['ADMIN_USERNAME'] || 'admin';
  const given = env['ADMIN_PASSWORD'];
  if (given) return { username, password: given, generated: false };
  const length = Math.max(PASSWORD_LENGTH, Number(env['PASSWORD_MIN_LENGTH']) || 0);
  return { username, password: randomPassword(length), generated: true };
}

/** Whether payments are made with PayPal itself: the stand-in is then neither started nor used. */
export function hasPaypal(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env['PAYPAL_CLIENT_ID']);
}

/** Where the gateway takes webhooks from this machine. */
export function webhookUrl({ host, port }: Address, gatewayPort: number): string {
  const isHere = gatewayPort !== port || ['0.0.0.0', '::', 'localhost'].includes(host);
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${isHere ? '127.0.0.1' : name}:${gatewayPort}/paypal/webhook`;
}
