import { readFileSync } from 'node:fs';
import { z } from 'zod';

const text = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional();
const origin = text.refine((value) => value === undefined || URL.canParse(value), {
  error: 'must be an address',
});

/** The environment of the simulator. */
export const sandboxEnv = z.object({
  PAYPAL_SANDBOX_HOST: z.string().default('127.0.0.1'),
  PAYPAL_SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(18_900),
  PAYPAL_SANDBOX_DATA: z.string().default('.data/paypal-sandbox'),
  /** For the merchant's server. */
  PAYPAL_SANDBOX_ORIGIN: origin,
  /** For the buyer's browser; the same by default. */
  PAYPAL_SANDBOX_PAGE_ORIGIN: origin,
  PAYPAL_SANDBOX_CLIENT_ID: text,
  PAYPAL_SANDBOX_CLIENT_SECRET: text,
  /** A file with the secret, for containers. */
  PAYPAL_SANDBOX_CLIENT_SECRET_FILE: text,
  PAYPAL_SANDBOX_WEBHOOK_URL: text,
  /** Of Razorpay; the client secret above is its key secret and the secret of its webhook as well. */
  PAYPAL_SANDBOX_RAZORPAY_KEY_ID: text,
  PAYPAL_SANDBOX_RAZORPAY_WEBHOOK_URL: text,
});

/** Reads the environment; throws if a value is invalid or a file cannot be read. */
export function loadConfig(from: NodeJS.ProcessEnv) {
  const value = sandboxEnv.parse(from);
  return {
    host: value.PAYPAL_SANDBOX_HOST,
    /** 0 takes a free one. */
    port: value.PAYPAL_SANDBOX_PORT,
    dataFolder: value.PAYPAL_SANDBOX_DATA,
    origin: value.PAYPAL_SANDBOX_ORIGIN,
    pageOrigin: value.PAYPAL_SANDBOX_PAGE_ORIGIN,
    accounts: readAccounts(value),
  };
}

/** The accounts that exist from the start: of PayPal, of Razorpay, both or none. */
function readAccounts(value: z.output<typeof sandboxEnv>) {
  const file = value.PAYPAL_SANDBOX_CLIENT_SECRET_FILE;
  const clientSecret =
    value.PAYPAL_SANDBOX_CLIENT_SECRET ?? (file && readFileSync(file, 'utf8').trim());
  if (clientSecret === undefined) return [];
  return [
    [value.PAYPAL_SANDBOX_CLIENT_ID, value.PAYPAL_SANDBOX_WEBHOOK_URL] as const,
    [value.PAYPAL_SANDBOX_RAZORPAY_KEY_ID, value.PAYPAL_SANDBOX_RAZORPAY_WEBHOOK_URL] as const,
  ].flatMap(([clientId, webhookUrl]) => (clientId ? [{ clientId, clientSecret, webhookUrl }] : []));
}
