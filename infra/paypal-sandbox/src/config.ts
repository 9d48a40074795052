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

/** An account that exists from the start. */
export interface InitialAccount {
  clientId: string;
  clientSecret: string;
  webhook: { id: string; url: string } | undefined;
}

export interface SimulatorConfig {
  host: string;
  /** 0 takes a free one. */
  port: number;
  dataFolder: string;
  origin?: string | undefined;
  pageOrigin?: string | undefined;
  account?: InitialAccount | undefined;
}

/** Reads the environment; throws if a value is invalid or a file cannot be read. */
export function loadConfig(from: NodeJS.ProcessEnv): SimulatorConfig {
  const value = env.parse(from);
  const { PAYPAL_SANDBOX_CLIENT_ID: clientId, PAYPAL_SANDBOX_CLIENT_SECRET_FILE: file } = value;
  const clientSecret =
    value.PAYPAL_SANDBOX_CLIENT_SECRET ?? (file && readFileSync(file, 'utf8').trim());
  const { PAYPAL_SANDBOX_WEBHOOK_ID: id, PAYPAL_SANDBOX_WEBHOOK_URL: url } = value;
  return {
    host: value.PAYPAL_SANDBOX_HOST,
    port: value.PAYPAL_SANDBOX_PORT,
    dataFolder: value.PAYPAL_SANDBOX_DATA,
    origin: value.PAYPAL_SANDBOX_ORIGIN,
    pageOrigin: value.PAYPAL_SANDBOX_PAGE_ORIGIN,
    account:
      clientId === undefined || clientSecret === undefined
        ? undefined
        : { clientId, clientSecret, webhook: id && url ? { id, url } : undefined },
  };
}
