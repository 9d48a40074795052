import type { PaymentMode } from '@ctdb/contracts';
import { z } from 'zod';

/** Two calls fit into the deadline of a command (20 s), and the answer too. */
const CALL_MS = 8_000;

const PAYPAL_ADDRESS = {
  sandbox: 'https://api-m.sandbox.paypal.com',
  live: 'https://api-m.paypal.com',
} as const;

/** Credentials must not be sent over the open network in plain text. */
const isNear = ({ hostname }: URL): boolean =>
  /^(\[::1\]|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|[a-z0-9-]+)$/.test(
    hostname,
  );

// An empty variable is one that is not set.
const blank = (value: unknown) => (value === '' ? undefined : value);

const standInAddress = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((value) => new URL(value).origin === value.replace(/\/$/, ''), {
    error: 'must be an origin, without a path',
  })
  .refine((value) => isNear(new URL(value)), {
    error: 'is for the stand-in only: an address of this machine or of a private network',
  })
  .transform((value) => new URL(value).origin);

const credential = z.preprocess(blank, z.string().trim().min(1).max(500).optional());

/** The part of billing's environment that tells of PayPal. Without credentials nothing can be paid. */
export const paypalEnv = {
  PAYPAL_CLIENT_ID: credential,
  PAYPAL_CLIENT_SECRET: credential,
  PAYPAL_ENV: z.preprocess(blank, z.enum(['sandbox', 'live']).default('sandbox')),
  PAYPAL_WEBHOOK_ID: credential,
  /** Merchant id of the account that is to be paid; unset: not compared. */
  PAYPAL_PAYEE: credential,
  /** Where the stand-in answers; unset where PayPal itself is asked. */
  PAYPAL_BASE_URL: z.preprocess(blank, standInAddress.optional()),
};

type PaypalEnv = z.output<z.ZodObject<typeof paypalEnv>>;

/** How PayPal, or the stand-in, is reached. */
export interface PaypalConfig {
  mode: Exclude<PaymentMode, 'off'>;
  /** Address that paths are put behind. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Part of what a webhook's signature covers; without it no webhook is believed. */
  webhookId: string | undefined;
  payee: string | undefined;
  /** How long one call may take, its whole answer included, in milliseconds. */
  callMs: number;
}

/** A fault in {@link paypalEnv}, as zod's `superRefine` reports it; undefined when it fits. */
export const paypalFault = (env: PaypalEnv): { path: string; message: string } | undefined => {
  const { PAYPAL_CLIENT_ID: id, PAYPAL_CLIENT_SECRET: secret } = env;
  if (env.PAYPAL_ENV === 'live' && env.PAYPAL_BASE_URL !== undefined) {
    // Otherwise a forgotten address would give everything away for test money.
    return { path: 'PAYPAL_BASE_URL', message: 'is for test payments: not with PAYPAL_ENV=live' };
  }
  if ((id === undefined) === (secret === undefined)) return undefined;
  const path = id === undefined ? 'PAYPAL_CLIENT_ID' : 'PAYPAL_CLIENT_SECRET';
  return { path, message: 'is missing: PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET go together' };
};

/** What the environment says; undefined where no payments are taken. */
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
    callMs: CALL_MS,
  };
};
