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

const env = z.object({
  PAYPAL_SANDBOX_HOST: z.string().default('127.0.0.1'),
  PAYPAL_SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(18_900),
  PAYPAL_SANDBOX_DATA: z.string().default('.data/paypal-sandbox'),
  /** For the merchant's server; the certificates' URLs begin with it. */
  PAYPAL_SANDBOX_ORIGIN: origin,
  /** For the buyer's browser; the same by default. */
  PAYPAL_SANDBOX_PAGE_ORIGIN: origin,
  PAYPAL_SANDBOX_CLIENT_ID: text,
  PAYPAL_SANDBOX_CLIENT_SECRET: text,
  /** A file with the secret, for containers. */
  PAYPAL_SANDBOX_CLIENT_SECRET_FILE: text,
  PAYPAL_SANDBOX_WEBHOOK_ID: text,
  PAYPAL_SANDBOX_WEBHOOK_URL: text,
});

/** Reads the environment; throws if a value is invalid or a file cannot be read. */
export function loadConfig(from: NodeJS.ProcessEnv) {
  const value = env.parse(from);
  return {
    host: value.PAYPAL_SANDBOX_HOST,
    /** 0 takes a free one. */
    port: value.PAYPAL_SANDBOX_PORT,
    dataFolder: value.PAYPAL_SANDBOX_DATA,
    origin: value.PAYPAL_SANDBOX_ORIGIN,
    pageOrigin: value.PAYPAL_SANDBOX_PAGE_ORIGIN,
    account: readAccount(value),
  };
}

/** The account that exists from the start, if the environment names one. */
function readAccount(value: z.output<typeof env>) {
  const { PAYPAL_SANDBOX_CLIENT_ID: clientId, PAYPAL_SANDBOX_CLIENT_SECRET_FILE: file } = value;
  const { PAYPAL_SANDBOX_WEBHOOK_ID: id, PAYPAL_SANDBOX_WEBHOOK_URL: url } = value;
  const clientSecret =
    value.PAYPAL_SANDBOX_CLIENT_SECRET ?? (file && readFileSync(file, 'utf8').trim());
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return { clientId, clientSecret, webhook: id && url ? { id, url } : undefined };
}

export type InitialAccount = NonNullable<ReturnType<typeof readAccount>>;
