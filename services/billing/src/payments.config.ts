import {
  defaultProductName,
  type Locale,
  type PaymentMode,
  type PurchaseItem,
} from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import { z } from 'zod';

/** Timeout of one call: two calls and the reply fit into the deadline of a command (20 s). */
const CALL_TIMEOUT_MS = 8_000;

const PAYPAL_URL = {
  sandbox: 'https://api-m.sandbox.paypal.com',
  live: 'https://api-m.paypal.com',
} as const;
const RAZORPAY_URL = 'https://api.razorpay.com';

/** Credentials must not be sent over the open network in plain text. */
const isPrivateHost = ({ hostname }: URL): boolean =>
  /^(\[::1\]|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[a-z0-9-]+)$/.test(
    hostname,
  );

/** URL of the simulator; unset: the provider itself. */
const simulatorUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((value) => new URL(value).origin === value.replace(/\/$/, ''), {
    error: 'must be an origin, without a path',
  })
  .refine((value) => isPrivateHost(new URL(value)), {
    error: 'is for the simulator only: an address of this machine or of a private network',
  })
  .transform((value) => new URL(value).origin)
  .optional();
const credential = z.string().trim().min(1).max(500).optional();
const productName = (language: Locale) => z.string().max(100).default(defaultProductName[language]);

/** Environment variables of both providers. Without its credentials a provider is absent. */
export const paymentsEnv = {
  PAYPAL_CLIENT_ID: credential,
  PAYPAL_CLIENT_SECRET: credential,
  PAYPAL_ENV: z.enum(['sandbox', 'live']).default('sandbox'),
  /** Merchant id of the payee; unset: not compared. */
  PAYPAL_PAYEE: credential,
  PAYPAL_BASE_URL: simulatorUrl,
  RAZORPAY_KEY_ID: credential,
  RAZORPAY_KEY_SECRET: credential,
  /** Key of the signatures of webhooks; without it all are rejected. */
  RAZORPAY_WEBHOOK_SECRET: credential,
  RAZORPAY_BASE_URL: simulatorUrl,
  /** The seller's name. */
  PRODUCT_NAME_EN: productName('en'),
  PRODUCT_NAME_KN: productName('kn'),
};

type PaymentsEnv = z.output<z.ZodObject<typeof paymentsEnv>>;

/** Connection settings of any provider, or of the simulator. */
export interface ProviderConfig {
  mode: Exclude<PaymentMode, 'off'>;
  /** Base URL of all calls. */
  baseUrl: string;
  /** The seller in the item texts. */
  productName: Readonly<Record<Locale, string>>;
  /** Timeout of one call including its response, in milliseconds. */
  callTimeoutMs: number;
}

/** The settings of a provider at `url`, unless the simulator takes its place. */
const providerConfig = (
  { PRODUCT_NAME_EN: en, PRODUCT_NAME_KN: kn }: PaymentsEnv,
  mode: 'live' | 'sandbox',
  url: string,
  simulator: string | undefined,
): ProviderConfig => ({
  mode: simulator === undefined ? mode : 'test',
  baseUrl: simulator ?? url,
  productName: { en, kn },
  callTimeoutMs: CALL_TIMEOUT_MS,
});

/** Reads the environment; undefined without credentials. */
export const paypalConfig = (env: PaymentsEnv) => {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = env;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const url = PAYPAL_URL[env.PAYPAL_ENV];
  const config = providerConfig(env, env.PAYPAL_ENV, url, env.PAYPAL_BASE_URL);
  return { ...config, clientId, clientSecret, payee: env.PAYPAL_PAYEE };
};

/** Razorpay's keys say which of its two modes they are of. */
const isLiveKey = (keyId = ''): boolean => keyId.startsWith('rzp_live_');

/** Reads the environment; undefined without credentials. */
export const razorpayConfig = (env: PaymentsEnv) => {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = env;
  if (keyId === undefined || keySecret === undefined) return undefined;
  const mode = isLiveKey(keyId) ? 'live' : 'sandbox';
  const config = providerConfig(env, mode, RAZORPAY_URL, env.RAZORPAY_BASE_URL);
  return { ...config, keyId, keySecret, webhookSecret: env.RAZORPAY_WEBHOOK_SECRET };
};

/** Connection settings of PayPal or the simulator. */
export type PaypalConfig = NonNullable<ReturnType<typeof paypalConfig>>;
/** Connection settings of Razorpay or the simulator. */
export type RazorpayConfig = NonNullable<ReturnType<typeof razorpayConfig>>;

/** A configuration error in {@link paymentsEnv} for zod's `superRefine`, or undefined. */
export const findPaymentsConfigError = (env: PaymentsEnv) => {
  for (const [id, secret] of [
    ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'],
    ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET'],
  ] as const) {
    const missing = env[id] === undefined ? id : secret;
    if ((env[id] === undefined) !== (env[secret] === undefined))
      return { path: missing, message: `is missing: ${id} and ${secret} go together` };
  }
  // A forgotten simulator URL would give real access for test money.
  if (env.PAYPAL_ENV === 'live' && env.PAYPAL_BASE_URL !== undefined)
    return { path: 'PAYPAL_BASE_URL', message: 'is for test payments: not with PAYPAL_ENV=live' };
  if (isLiveKey(env.RAZORPAY_KEY_ID) && env.RAZORPAY_BASE_URL !== undefined)
    return { path: 'RAZORPAY_BASE_URL', message: 'is for test payments: not with a live key' };
  // So would a provider's test payments beside real ones.
  const modes = [paypalConfig(env), razorpayConfig(env)].flatMap((one) => one?.mode ?? []);
  if (modes.includes('live') && !modes.every((mode) => mode === 'live')) {
    const message = 'PayPal and Razorpay must both take real payments, or both test payments';
    return { path: 'RAZORPAY_KEY_ID', message };
  }
  return undefined;
};

/** Whether buyers may be sent there. Where browsers find the simulator is a setting of its own. */
export const isProviderPage = (href: string, mode: ProviderConfig['mode'], own: RegExp): boolean =>
  (mode === 'test' ? /^https?:/ : own).test(new URL(href).origin);

/** Product and item in the buyer's language; at most 127 characters. */
export const describeItem = (
  { productName: product }: ProviderConfig,
  item: PurchaseItem,
  locale: Locale,
): string => `${product[locale]}: ${texts[locale].documents[item]}`;
