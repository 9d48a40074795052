import { z } from 'zod';
import {
  blank,
  type ConfigFault,
  credential,
  findMissingCredential,
  productNameEnv,
  type ProviderConfig,
  providerConfig,
  simulatorUrl,
} from '../provider-settings.js';

const PAYPAL_ADDRESS = {
  sandbox: 'https://api-m.sandbox.paypal.com',
  live: 'https://api-m.paypal.com',
} as const;

/** Environment variables of PayPal. Without credentials PayPal is absent. */
export const paypalEnv = {
  PAYPAL_CLIENT_ID: credential,
  PAYPAL_CLIENT_SECRET: credential,
  PAYPAL_ENV: z.preprocess(blank, z.enum(['sandbox', 'live']).default('sandbox')),
  /** Merchant id of the payee; unset: not compared. */
  PAYPAL_PAYEE: credential,
  ...productNameEnv,
  PAYPAL_BASE_URL: simulatorUrl,
};

type PaypalEnv = z.output<z.ZodObject<typeof paypalEnv>>;

/** Connection settings of PayPal or the simulator. */
export interface PaypalConfig extends ProviderConfig {
  clientId: string;
  clientSecret: string;
  payee: string | undefined;
}

/** A configuration error in {@link paypalEnv} for zod's `superRefine`, or undefined. */
export const findPayPalConfigError = (env: PaypalEnv): ConfigFault | undefined => {
  if (env.PAYPAL_ENV === 'live' && env.PAYPAL_BASE_URL !== undefined) {
    // Prevents a forgotten simulator URL from granting real access for test money.
    return { path: 'PAYPAL_BASE_URL', message: 'is for test payments: not with PAYPAL_ENV=live' };
  }
  return findMissingCredential(env, 'PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET');
};

/** Reads the environment; undefined without credentials. */
export const paypalConfig = (env: PaypalEnv): PaypalConfig | undefined => {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = env;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const own = { mode: env.PAYPAL_ENV, baseUrl: PAYPAL_ADDRESS[env.PAYPAL_ENV] };
  return {
    ...providerConfig(env, own, env.PAYPAL_BASE_URL),
    clientId,
    clientSecret,
    payee: env.PAYPAL_PAYEE,
  };
};
