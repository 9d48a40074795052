import { defaultProductName, type Locale, type PaymentMode } from '@ctdb/contracts';
import { z } from 'zod';

/** Two calls and the reply fit into the deadline of a command (20 s). */
const CALL_TIMEOUT_MS = 8_000;

const PAYPAL_ADDRESS = {
  sandbox: 'https://api-m.sandbox.paypal.com',
  live: 'https://api-m.paypal.com',
} as const;

/** Credentials must not be sent over the open network in plain text. */
const isPrivateHost = ({ hostname }: URL): boolean =>
  /^(\[::1\]|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[a-z0-9-]+)$/.test(
    hostname,
  );

// An empty variable counts as unset.
const blank = (value: unknown) => (value === '' ? undefined : value);

const simulatorUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((value) => new URL(value).origin === value.replace(/\/$/, ''), {
    error: 'must be an origin, without a path',
  })
  .refine((value) => isPrivateHost(new URL(value)), {
    error: 'is for the simulator only: an address of this machine or of a private network',
  })
  .transform((value) => new URL(value).origin);

const credential = z.preprocess(blank, z.string().trim().min(1).max(500).optional());
const productName = (language: Locale) =>
  z.preprocess(blank, z.string().max(100).default(defaultProductName[language]));

/** Environment variables of PayPal. Without credentials payments are off. */
export const paypalEnv = {
  PAYPAL_CLIENT_ID: credential,
  PAYPAL_CLIENT_SECRET: credential,
  PAYPAL_ENV: z.preprocess(blank, z.enum(['sandbox', 'live']).default('sandbox')),
  PAYPAL_WEBHOOK_ID: credential,
  /** Merchant id of the payee; unset: not compared. */
  PAYPAL_PAYEE: credential,
  PRODUCT_NAME_EN: productName('en'),
  PRODUCT_NAME_KN: productName('kn'),
  /** URL of the PayPal simulator; unset: PayPal itself. */
  PAYPAL_BASE_URL: z.preprocess(blank, simulatorUrl.optional()),
};

type PaypalEnv = z.output<z.ZodObject<typeof paypalEnv>>;

/** Connection settings of PayPal or the simulator. */
export interface PaypalConfig {
  mode: Exclude<PaymentMode, 'off'>;
  /** Base URL of all calls. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Part of the signed text of a webhook; without it all webhooks are rejected. */
  webhookId: string | undefined;
  payee: string | undefined;
  /** The seller in the item texts. */
  productName: Readonly<Record<Locale, string>>;
  /** Timeout of one call including its response, in milliseconds. */
  callTimeoutMs: number;
}

/** A configuration error in {@link paypalEnv} for zod's `superRefine`, or undefined. */
export const findPayPalConfigError = (
  env: PaypalEnv,
): { path: string; message: string } | undefined => {
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret } = env;
  if (env.PAYPAL_ENV === 'live' && env.PAYPAL_BASE_URL !== undefined) {
    // Prevents a forgotten simulator URL from granting real access for test money.
    return { path: 'PAYPAL_BASE_URL', message: 'is for test payments: not with PAYPAL_ENV=live' };
  }
  if ((id === undefined) === (secret === undefined)) return undefined;
  const path = id === undefined ? 'PAYPAL_CLIENT_ID' : 'PAYPAL_CLIENT_SECRET';
  return { path, message: 'is missing: PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET go together' };
};

/** Reads the environment; undefined if payments are off. */
export const paypalConfig = (env: PaypalEnv): PaypalConfig | undefined => {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = env;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return {
    mode: env.PAYPAL_BASE_URL === undefined ? env.PAYPAL_ENV : 'test',
    baseUrl: env.PAYPAL_BASE_URL ?? PAYPAL_ADDRESS[env.PAYPAL_ENV],
    clientId,
    clientSecret,
    webhookId: env.PAYPAL_WEBHOOK_ID,
    payee: env.PAYPAL_PAYEE,
    productName: { en: env.PRODUCT_NAME_EN, kn: env.PRODUCT_NAME_KN },
    callTimeoutMs: CALL_TIMEOUT_MS,
  };
};
