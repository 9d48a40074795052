import type { z } from 'zod';
import {
  type ConfigFault,
  credential,
  findMissingCredential,
  productNameEnv,
  type ProviderConfig,
  providerConfig,
  simulatorUrl,
} from '../provider-settings.js';

const ADDRESS = 'https://api.razorpay.com';
/** Razorpay's keys say which of its two modes they are of. */
const isLive = (keyId: string | undefined): boolean => keyId?.startsWith('rzp_live_') ?? false;

/** Environment variables of Razorpay. Without credentials Razorpay is absent. */
export const razorpayEnv = {
  RAZORPAY_KEY_ID: credential,
  RAZORPAY_KEY_SECRET: credential,
  RAZORPAY_WEBHOOK_SECRET: credential,
  ...productNameEnv,
  RAZORPAY_BASE_URL: simulatorUrl,
};

type RazorpayEnv = z.output<z.ZodObject<typeof razorpayEnv>>;

/** Connection settings of Razorpay or the simulator. */
export interface RazorpayConfig extends ProviderConfig {
  keyId: string;
  keySecret: string;
  /** Key of the signatures of webhooks; without it all are rejected. */
  webhookSecret: string | undefined;
}

/** A configuration error in {@link razorpayEnv} for zod's `superRefine`, or undefined. */
export const findRazorpayConfigError = (env: RazorpayEnv): ConfigFault | undefined => {
  if (isLive(env.RAZORPAY_KEY_ID) && env.RAZORPAY_BASE_URL !== undefined)
    return { path: 'RAZORPAY_BASE_URL', message: 'is for test payments: not with a live key' };
  return findMissingCredential(env, 'RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET');
};

/** Reads the environment; undefined without credentials. */
export const razorpayConfig = (env: RazorpayEnv): RazorpayConfig | undefined => {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = env;
  if (keyId === undefined || keySecret === undefined) return undefined;
  const own = { mode: isLive(keyId) ? 'live' : 'sandbox', baseUrl: ADDRESS } as const;
  return {
    ...providerConfig(env, own, env.RAZORPAY_BASE_URL),
    keyId,
    keySecret,
    webhookSecret: env.RAZORPAY_WEBHOOK_SECRET,
  };
};
